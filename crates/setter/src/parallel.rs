//! Worker threads that take tasks from a shared queue and send their results to one thread.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
use std::sync::mpsc::{Sender, channel};
use std::thread::{ScopedJoinHandle, scope};
use std::time::Duration;

/// Maximum time between two calls to the receiver.
const RECEIVE_INTERVAL: Duration = Duration::from_millis(200);

/// A queue of task numbers, from 0.
pub(crate) struct Queue {
    next: AtomicUsize,
    end: usize,
}

impl Queue {
    /// Takes the next task. Returns `None` if no task is left.
    pub(crate) fn take_task(&self) -> Option<usize> {
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        (next < self.end).then_some(next)
    }
}

/// Runs `work` in `jobs` threads, which take `tasks` tasks from a queue. In this thread, passes
/// each value that they send to `receive`, and passes `None` if no value arrives for a while.
///
/// # Errors
/// Returns the first error of a worker. The other workers then get no further tasks.
pub(crate) fn in_parallel<T: Send, E: Send>(
    jobs: usize,
    tasks: usize,
    work: impl Fn(&Queue, &Sender<T>) -> Result<(), E> + Sync,
    mut receive: impl FnMut(Option<T>),
) -> Result<(), E> {
    let queue = &Queue {
        next: AtomicUsize::new(0),
        end: tasks,
    };
    scope(|scope| {
        let (sender, values) = channel();
        let start = |_| {
            let (sender, work) = (sender.clone(), &work);
            scope.spawn(move || {
                let done = work(queue, &sender);
                if done.is_err() {
                    queue.next.store(tasks, Ordering::Relaxed);
                }
                done
            })
        };
        let workers: Vec<_> = (0..jobs).map(start).collect();
        drop(sender);
        loop {
            match values.recv_timeout(RECEIVE_INTERVAL) {
                Ok(value) => receive(Some(value)),
                Err(Timeout) => receive(None),
                Err(Disconnected) => break,
            }
        }
        let mut ends = workers.into_iter().map(ScopedJoinHandle::join);
        ends.try_for_each(|end| end.unwrap_or_else(|panic| resume_unwind(panic)))
    })
}
