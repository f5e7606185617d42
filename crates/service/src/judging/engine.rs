//! The one call into the judge.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;

use mousetrap_judge::{Event, JudgeError, Options, Submission};
use mousetrap_suite::Case;

/// What judges.
pub(crate) trait Engine: Send + Sync {
    /// Judges one submission, and sends what happens.
    ///
    /// # Errors
    /// If the judge itself fails.
    fn judge(
        &self,
        submission: &Submission<'_>,
        cases: &BTreeMap<&'static str, Vec<Case>>,
        options: &Options,
        interrupted: &AtomicBool,
        events: &Sender<Event>,
    ) -> Result<(), JudgeError>;
}

/// A worker thread of this machine.
#[derive(Debug)]
pub(crate) struct Here;

impl Engine for Here {
    fn judge(
        &self,
        submission: &Submission<'_>,
        cases: &BTreeMap<&'static str, Vec<Case>>,
        options: &Options,
        interrupted: &AtomicBool,
        events: &Sender<Event>,
    ) -> Result<(), JudgeError> {
        let submissions = std::slice::from_ref(submission);
        mousetrap_judge::judge(submissions, cases, options, interrupted, events)
    }
}
