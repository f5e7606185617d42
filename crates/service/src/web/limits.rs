//! Limits on what clients hold at a time: connections and the time of the processor.

use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Semaphore, oneshot};
use tokio::task::block_in_place;

/// The places of clients, each client's oldest first. Beyond a limit the oldest place ends, so
/// that a new client always gets one.
#[derive(Debug)]
pub(crate) struct Places {
    /// Maximum for one client.
    each: usize,
    /// Maximum for all clients together.
    total: usize,
    taken: Mutex<BTreeMap<String, VecDeque<oneshot::Sender<Infallible>>>>,
}

/// A place, which ends with this future.
pub(crate) type Place = oneshot::Receiver<Infallible>;

impl Places {
    pub(crate) const fn new(each: usize, total: usize) -> Self {
        Self {
            each,
            total,
            taken: Mutex::new(BTreeMap::new()),
        }
    }

    /// Gives a client a place. If there are too many, the client with the most places loses its
    /// oldest.
    pub(crate) fn take(&self, client: &str) -> Place {
        self.place(client, self.each)
    }

    /// Gives a place to a client that represents many, such as a proxy: only the limit for all
    /// clients counts.
    pub(crate) fn take_for_many(&self, client: &str) -> Place {
        self.place(client, usize::MAX)
    }

    fn place(&self, client: &str, each: usize) -> Place {
        let (sender, place) = oneshot::channel();
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.retain(|_, own| {
            own.retain(|place| !place.is_closed());
            !own.is_empty()
        });
        let own = taken.entry(client.to_owned()).or_default();
        own.push_back(sender);
        if own.len() > each {
            own.pop_front();
        }
        if taken.values().map(VecDeque::len).sum::<usize>() > self.total
            && let Some(own) = taken.values_mut().max_by_key(|own| own.len())
        {
            own.pop_front();
        }
        place
    }
}

/// Maximum number of clients whose work runs at a time. The others need processor time, too.
const MAX_TURNS: usize = 2;

/// Runs long work of clients: one piece of each client at a time, and a few in all.
#[derive(Debug)]
pub(crate) struct Turns {
    clients: Mutex<BTreeMap<String, Arc<tokio::sync::Mutex<()>>>>,
    places: Semaphore,
}

impl Default for Turns {
    fn default() -> Self {
        Self {
            clients: Mutex::default(),
            places: Semaphore::new(MAX_TURNS),
        }
    }
}

impl Turns {
    /// Runs work after all earlier work of the same client.
    pub(crate) async fn take<T>(&self, client: &str, work: impl FnOnce() -> T) -> T {
        let turn = {
            let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
            clients.retain(|_, turn| Arc::strong_count(turn) > 1);
            Arc::clone(clients.entry(client.to_owned()).or_default())
        };
        let _held = turn.lock().await;
        let _place = self.places.acquire().await;
        block_in_place(work)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    fn is_gone(place: &mut Place) -> bool {
        place.try_recv() == Err(oneshot::error::TryRecvError::Closed)
    }

    #[test]
    fn place_beyond_a_limit_ends_the_oldest_of_the_client_that_has_most() {
        const EACH: usize = 16;
        let places = Places::new(EACH, 40);
        let mut ann: Vec<_> = (0..=EACH).map(|_| places.take("Ann")).collect();
        let ended: Vec<_> = ann.iter_mut().map(is_gone).collect();
        assert_eq!(ended.iter().filter(|one| **one).count(), 1);
        assert!(ended[0], "the oldest");
        // A place that is given up is free again.
        ann.truncate(EACH);
        let mut more = places.take("Ann");
        assert!(!is_gone(&mut more) && ann.iter_mut().skip(1).all(|place| !is_gone(place)));
        let mut others: Vec<_> = (0..30).map(|one| places.take(&one.to_string())).collect();
        assert!(others.iter_mut().all(|place| !is_gone(place)));
        let lost = ann.iter_mut().map(is_gone).filter(|gone| *gone).count();
        assert_eq!(lost, 1 + 16 + 30 - 40);
    }

    #[test]
    fn place_of_a_client_that_stands_for_many_has_only_the_limit_of_all() {
        let places = Places::new(2, 5);
        let mut all: Vec<_> = (0..6).map(|_| places.take_for_many("proxy")).collect();
        let gone: Vec<_> = all.iter_mut().map(is_gone).collect();
        assert_eq!(gone, [true, false, false, false, false, false]);
    }

    /// Runs 20 ms of work of each client and returns how many pieces ran at a time at most.
    async fn concurrent(turns: &Arc<Turns>, clients: Vec<String>) -> usize {
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let tasks = clients.into_iter().map(|client| {
            let (turns, now, most) = (Arc::clone(turns), Arc::clone(&now), Arc::clone(&most));
            tokio::spawn(async move {
                let work = || {
                    most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    std::thread::sleep(Duration::from_millis(20));
                    now.fetch_sub(1, Ordering::SeqCst);
                };
                turns.take(&client, work).await;
            })
        });
        for task in tasks.collect::<Vec<_>>() {
            task.await.unwrap();
        }
        most.load(Ordering::SeqCst)
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn work_of_one_client_runs_one_piece_at_a_time() {
        let turns = Arc::new(Turns::default());
        assert_eq!(concurrent(&turns, vec!["Ann".to_owned(); 4]).await, 1);
        turns.take("Cy", || ()).await;
        let clients = turns.clients.lock().unwrap();
        assert_eq!(clients.len(), 1, "clients without work are forgotten");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn work_of_all_clients_together_has_a_limit() {
        let turns = Arc::new(Turns::default());
        let clients = (0..12).map(|client| client.to_string()).collect();
        assert_eq!(concurrent(&turns, clients).await, MAX_TURNS);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn work_of_one_client_leaves_a_turn_to_others() {
        let turns = Arc::new(Turns::default());
        let waiting = concurrent(&turns, vec!["Ann".to_owned(); 4]);
        tokio::pin!(waiting);
        tokio::select! {
            biased;
            _ = &mut waiting => panic!("Bo waits for Ann"),
            () = turns.take("Bo", || ()) => {}
        }
        waiting.await;
    }
}
