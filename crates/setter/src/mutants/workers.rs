//! Workers that share out a list.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use mousetrap_judge::JudgeError;

/// What is left to do.
pub(super) struct Queue<'q> {
    list: &'q [usize],
    next: AtomicUsize,
    interrupted: &'q AtomicBool,
}

impl Queue<'_> {
    /// The next of the list; none once all are taken, or the user asks to stop.
    pub(super) fn next(&self) -> Option<usize> {
        if self.interrupted.load(Ordering::Relaxed) {
            return None;
        }
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        self.list.get(next).copied()
    }
}

/// What a worker does: takes from the queue, and says what came of each.
pub(super) trait Work<T>:
    Fn(&Queue<'_>, &Sender<(usize, T)>) -> Result<(), JudgeError>
{
}

impl<T, F: Fn(&Queue<'_>, &Sender<(usize, T)>) -> Result<(), JudgeError>> Work<T> for F {}

/// Has `jobs` workers go through a list; what they say goes to `hear`. The first error
/// of one ends the others.
pub(super) fn share<T: Send>(
    jobs: usize,
    list: &[usize],
    interrupted: &AtomicBool,
    work: &(impl Work<T> + Sync),
    mut hear: impl FnMut(usize, T),
) -> Result<(), JudgeError> {
    let queue = Queue {
        list,
        next: AtomicUsize::new(0),
        interrupted,
    };
    thread::scope(|scope| {
        let (sender, said) = channel();
        let start = |_| {
            let (sender, queue) = (sender.clone(), &queue);
            scope.spawn(move || {
                let done = work(queue, &sender);
                if done.is_err() {
                    queue.next.store(list.len(), Ordering::Relaxed);
                }
                done
            })
        };
        let workers: Vec<_> = (0..jobs).map(start).collect();
        drop(sender);
        for (index, said) in said {
            hear(index, said);
        }
        let mut ended = workers.into_iter().map(thread::ScopedJoinHandle::join);
        ended.try_for_each(|end| end.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}
