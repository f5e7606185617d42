//! The interface behind which submissions are judged.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;

use crate::{JudgeError, Options, Submission};
use mousetrap_model::{Case, Event};

/// Judges submissions: [`Threads`](crate::Threads), or a stand-in in tests.
pub trait Engine: Debug + Send + Sync {
    /// Judges `submissions` on the cases of their problem, keyed by problem id, and sends
    /// what happens to `events`. Returns when every submission is judged or `interrupted`
    /// is set. No process that it started is running then.
    ///
    /// # Errors
    /// Returns an error if judging cannot begin. A failure of the judge on a single
    /// submission is reported as [`Event::Failed`].
    fn judge(
        &self,
        submissions: &[Submission<'_>],
        cases: &BTreeMap<String, Vec<Case>>,
        options: &Options,
        interrupted: &AtomicBool,
        events: &Sender<Event>,
    ) -> Result<(), JudgeError>;
}
