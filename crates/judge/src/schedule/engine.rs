//! The interface behind which submissions are judged.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;

use crate::{JudgeError, Options, Submission};
use mousetrap_model::{Case, Event};

/// The submissions of a run, and how they are judged.
#[derive(Clone, Copy, Debug)]
pub struct JudgeRequest<'a> {
    /// The submissions, in the order in which reports list them.
    pub submissions: &'a [Submission<'a>],
    /// The cases of each problem, keyed by problem id.
    pub cases: &'a BTreeMap<String, Vec<Case>>,
    /// The options of the run.
    pub options: &'a Options,
}

/// Judges submissions: [`Threads`](crate::Threads) on this machine, an engine that asks a
/// server, or a stand-in in tests.
pub trait Engine: Debug + Send + Sync {
    /// Judges each submission on the cases of its problem and sends what happens to
    /// `events`. Returns when every submission is judged or `interrupted` is set. No process
    /// that it started is running then.
    ///
    /// # Errors
    /// Returns an error if judging cannot begin. A failure of the judge on a single
    /// submission is reported as [`Event::Failed`].
    fn judge(
        &self,
        request: JudgeRequest<'_>,
        interrupted: &AtomicBool,
        events: &Sender<Event>,
    ) -> Result<(), JudgeError>;
}
