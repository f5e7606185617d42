//! Work for which each waits until their own before it is done.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;
use tokio::task::block_in_place;

/// How much of it is done at a time: who only reads pages needs the rest of the machine.
const TOGETHER: usize = 2;

/// Who has work that is being done, or waits.
#[derive(Debug)]
pub(crate) struct Turns {
    all: Mutex<BTreeMap<String, Arc<tokio::sync::Mutex<()>>>>,
    places: Semaphore,
}

impl Default for Turns {
    fn default() -> Self {
        Self {
            all: Mutex::default(),
            places: Semaphore::new(TOGETHER),
        }
    }
}

impl Turns {
    /// Does something that takes long, after all that the same have asked for before, and
    /// what others have where many do.
    pub(crate) async fn take<T>(&self, who: &str, work: impl FnOnce() -> T) -> T {
        let turn = {
            let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
            all.retain(|_, turn| Arc::strong_count(turn) > 1);
            Arc::clone(all.entry(who.to_owned()).or_default())
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

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn the_work_of_one_is_done_one_after_another() {
        let turns = Arc::new(Turns::default());
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let all = (0..4).map(|_| {
            let (turns, now, most) = (Arc::clone(&turns), Arc::clone(&now), Arc::clone(&most));
            tokio::spawn(async move {
                let work = || {
                    most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    std::thread::sleep(Duration::from_millis(20));
                    now.fetch_sub(1, Ordering::SeqCst);
                };
                turns.take("Ann", work).await;
            })
        });
        let all: Vec<_> = all.collect();
        // Nobody else waits for that.
        turns.take("Bo", || ()).await;
        for one in all {
            one.await.unwrap();
        }
        assert_eq!(most.load(Ordering::SeqCst), 1);
        turns.take("Cy", || ()).await;
        assert_eq!(
            turns.all.lock().unwrap().len(),
            1,
            "who has nothing to do is forgotten"
        );
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn the_work_of_all_together_has_a_bound() {
        let turns = Arc::new(Turns::default());
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let all = (0..12).map(|who| {
            let (turns, now, most) = (Arc::clone(&turns), Arc::clone(&now), Arc::clone(&most));
            tokio::spawn(async move {
                let work = || {
                    most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    std::thread::sleep(Duration::from_millis(20));
                    now.fetch_sub(1, Ordering::SeqCst);
                };
                turns.take(&who.to_string(), work).await;
            })
        });
        for one in all.collect::<Vec<_>>() {
            one.await.unwrap();
        }
        assert_eq!(most.load(Ordering::SeqCst), TOGETHER);
    }
}
