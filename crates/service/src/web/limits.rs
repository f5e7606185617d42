//! Limits on the server resources that one client can use: connections and processor time.

use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{Semaphore, oneshot};
use tokio::task::block_in_place;

/// The connections of clients, each client's oldest first. If a new connection exceeds a limit, the
/// oldest connection is closed, so that a new client can always connect.
#[derive(Debug)]
pub(crate) struct Slots {
    /// Maximum number of slots for all clients together.
    total: usize,
    taken: Mutex<BTreeMap<String, VecDeque<oneshot::Sender<Infallible>>>>,
}

/// A permit for one connection. Completes when the permit is revoked; the caller must then close
/// the connection.
pub(crate) type Slot = oneshot::Receiver<Infallible>;

impl Slots {
    pub(crate) const fn new(total: usize) -> Self {
        Self {
            total,
            taken: Mutex::new(BTreeMap::new()),
        }
    }

    /// Grants a slot to a client. If the new slot brings the client above `max` slots, revokes the
    /// client's oldest slot. If there are too many slots in total, revokes the oldest slot of the
    /// client with the most slots.
    pub(crate) fn acquire(&self, client: &str, max: usize) -> Slot {
        let (sender, slot) = oneshot::channel();
        let mut taken = self.taken.lock();
        taken.retain(|_, own| {
            own.retain(|slot| !slot.is_closed());
            !own.is_empty()
        });
        let own = taken.entry(client.to_owned()).or_default();
        own.push_back(sender);
        if own.len() > max {
            own.pop_front();
        }
        if taken.values().map(VecDeque::len).sum::<usize>() > self.total
            && let Some(own) = taken.values_mut().max_by_key(|own| own.len())
        {
            own.pop_front();
        }
        slot
    }
}

/// Maximum number of jobs that run at the same time.
const MAX_JOBS: usize = 2;

/// Limits time-consuming work for clients: at most one job per client, and [`MAX_JOBS`] jobs in
/// total, run at the same time.
#[derive(Debug)]
pub(crate) struct WorkLimiter {
    clients: Mutex<BTreeMap<String, Arc<tokio::sync::Mutex<()>>>>,
    permits: Semaphore,
}

impl Default for WorkLimiter {
    fn default() -> Self {
        Self {
            clients: Mutex::default(),
            permits: Semaphore::new(MAX_JOBS),
        }
    }
}

impl WorkLimiter {
    /// Runs a job for a client after all earlier jobs of the same client.
    pub(crate) async fn run<T>(&self, client: &str, work: impl FnOnce() -> T) -> T {
        let turn = {
            let mut clients = self.clients.lock();
            clients.retain(|_, turn| Arc::strong_count(turn) > 1);
            Arc::clone(clients.entry(client.to_owned()).or_default())
        };
        let _held = turn.lock().await;
        let _permit = self.permits.acquire().await;
        block_in_place(work)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    fn is_revoked(slot: &mut Slot) -> bool {
        slot.try_recv() == Err(oneshot::error::TryRecvError::Closed)
    }

    #[test]
    fn slot_beyond_a_limit_revokes_the_oldest_slot_of_the_largest_client() {
        const MAX_SLOTS: usize = 16;
        let slots = Slots::new(40);
        let mut ann: Vec<_> = (0..=MAX_SLOTS)
            .map(|_| slots.acquire("Ann", MAX_SLOTS))
            .collect();
        let ended: Vec<_> = ann.iter_mut().map(is_revoked).collect();
        assert_eq!(ended.iter().filter(|one| **one).count(), 1);
        assert!(ended[0], "the oldest");
        // A slot that was given up can be taken again.
        ann.truncate(MAX_SLOTS);
        let mut more = slots.acquire("Ann", MAX_SLOTS);
        assert!(!is_revoked(&mut more) && ann.iter_mut().skip(1).all(|slot| !is_revoked(slot)));
        let others = (0..30).map(|one| slots.acquire(&one.to_string(), MAX_SLOTS));
        let mut others: Vec<_> = others.collect();
        assert!(others.iter_mut().all(|slot| !is_revoked(slot)));
        let ended = ann.iter_mut().map(is_revoked).filter(|ended| *ended);
        assert_eq!(ended.count(), 1 + 16 + 30 - 40);
    }

    /// Runs one 20 ms job for each client. Returns the maximum number of jobs that ran at the same
    /// time.
    async fn peak_concurrent_jobs(limiter: &Arc<WorkLimiter>, clients: Vec<String>) -> usize {
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let tasks = clients.into_iter().map(|client| {
            let (limiter, now, most) = (Arc::clone(limiter), Arc::clone(&now), Arc::clone(&most));
            tokio::spawn(async move {
                let work = || {
                    most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    std::thread::sleep(Duration::from_millis(20));
                    now.fetch_sub(1, Ordering::SeqCst);
                };
                limiter.run(&client, work).await;
            })
        });
        for task in tasks.collect::<Vec<_>>() {
            task.await.unwrap();
        }
        most.load(Ordering::SeqCst)
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn concurrent_jobs_are_limited_per_client_and_in_total() {
        let limiter = Arc::new(WorkLimiter::default());
        let many = (0..12).map(|client| client.to_string()).collect();
        for (clients, most) in [(vec!["Ann".to_owned(); 4], 1), (many, MAX_JOBS)] {
            assert_eq!(peak_concurrent_jobs(&limiter, clients).await, most);
        }
        limiter.run("Cy", || ()).await;
        let clients = limiter.clients.lock();
        assert_eq!(clients.len(), 1, "clients without work are forgotten");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn jobs_of_one_client_do_not_block_other_clients() {
        let limiter = Arc::new(WorkLimiter::default());
        let waiting = peak_concurrent_jobs(&limiter, vec!["Ann".to_owned(); 4]);
        tokio::pin!(waiting);
        tokio::select! {
            biased;
            _ = &mut waiting => panic!("Bo waits for Ann"),
            () = limiter.run("Bo", || ()) => {}
        }
        waiting.await;
    }
}
