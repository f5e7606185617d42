//! Worker threads that take tasks from a shared queue and send their results to one thread.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
use std::sync::mpsc::{Sender, channel};
use std::thread::{ScopedJoinHandle, scope};
use std::time::Duration;

/// Maximum time between two calls of `receive`.
const MAX_RECEIVE_INTERVAL: Duration = Duration::from_millis(200);

/// A function that takes the next task number from a queue, or returns `None` if no task is left.
pub(crate) type TakeTask<'a> = dyn Fn() -> Option<usize> + Sync + 'a;

/// Runs `work` in `jobs` threads, which take task numbers from a shared queue of `0..tasks`. Calls
/// `receive` in the calling thread with each value that a worker sends, or with `None` if no value
/// arrives within [`MAX_RECEIVE_INTERVAL`].
///
/// # Errors
/// Returns the first error of a worker. After an error, the other workers get no more tasks.
pub(crate) fn run_in_parallel<T: Send, E: Send>(
    jobs: usize,
    tasks: usize,
    work: impl Fn(&TakeTask<'_>, &Sender<T>) -> Result<(), E> + Sync,
    mut receive: impl FnMut(Option<T>),
) -> Result<(), E> {
    let next = &AtomicUsize::new(0);
    let take_task = move || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|task| *task < tasks);
    scope(|scope| {
        let (sender, values) = channel();
        let start = |_| {
            let (sender, work) = (sender.clone(), &work);
            scope.spawn(move || {
                let result = work(&take_task, &sender);
                if result.is_err() {
                    next.store(tasks, Ordering::Relaxed);
                }
                result
            })
        };
        let workers: Vec<_> = (0..jobs).map(start).collect();
        drop(sender);
        loop {
            match values.recv_timeout(MAX_RECEIVE_INTERVAL) {
                Ok(value) => receive(Some(value)),
                Err(Timeout) => receive(None),
                Err(Disconnected) => break,
            }
        }
        let mut results = workers.into_iter().map(ScopedJoinHandle::join);
        results.try_for_each(|result| result.unwrap_or_else(|panic| resume_unwind(panic)))
    })
}
