//! The queue of submissions that all workers share.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;

use crate::JudgeRequest;
use crate::context::JudgeContext;
use crate::schedule::result_cache::ResultCache;
use mousetrap_languages::{Toolchain, probe};
use mousetrap_model::{Event, SubmissionOutcome};

/// The queue of submissions that all workers share.
pub(crate) struct WorkQueue<'a> {
    pub request: JudgeRequest<'a>,
    pub context: JudgeContext<'a>,
    /// The result cache, if cached results are reused.
    pub results: Option<ResultCache>,
    /// Maps the index of each duplicate to the index of the earlier submission to which it is
    /// identical.
    pub duplicates: BTreeMap<usize, usize>,
    /// The tasks, in the order in which workers start them.
    pub tasks: Vec<Task>,
    /// The index in `tasks` of the next task.
    pub next: AtomicUsize,
}

/// A submission that must be judged.
pub(crate) struct Task {
    /// The index of the submission in the request.
    pub index: usize,
    pub toolchain: Toolchain,
}

impl WorkQueue<'_> {
    /// Adds a task for each submission whose toolchain is installed, and reports the other
    /// submissions as skipped. The skipped submissions are reported before judging begins, so that
    /// the estimated remaining time does not include them. Stops if the user asks to stop.
    ///
    /// The submission that is expected to take longest comes first, so that no worker is still
    /// judging a long submission when all others are idle.
    pub(crate) fn queue_submissions(&mut self, events: &Sender<Event>) {
        let submissions = self.request.submissions;
        let mut order: Vec<usize> = (0..submissions.len())
            .filter(|index| !submissions[*index].is_done && !self.duplicates.contains_key(index))
            .collect();
        order
            .sort_by_cached_key(|&index| Reverse(self.request.estimated_cost(&submissions[index])));
        for index in order {
            if self.context.build.is_interrupted() {
                return;
            }
            match probe(submissions[index].detected.language) {
                Ok(toolchain) => self.tasks.push(Task { index, toolchain }),
                Err(skip) => {
                    // The receiver may no longer exist.
                    let _ = events.send(Event::Outcome(index, SubmissionOutcome::Skipped(skip)));
                    self.report_duplicates(index, events);
                }
            }
        }
    }

    /// Returns the next task, or `None` if none is left or the user asked to stop.
    pub(crate) fn next_task(&self) -> Option<&Task> {
        let position = self.next.fetch_add(1, Ordering::Relaxed);
        self.tasks
            .get(position)
            .filter(|_| !self.context.build.is_interrupted())
    }

    /// Reports the duplicates of the submission with index `first`, which has been judged or
    /// skipped.
    pub(crate) fn report_duplicates(&self, first: usize, events: &Sender<Event>) {
        let of_first = self.duplicates.iter().filter(|(_, of)| **of == first);
        for (&submission, _) in of_first {
            let _ = events.send(Event::Outcome(submission, SubmissionOutcome::SameAs(first)));
        }
    }
}
