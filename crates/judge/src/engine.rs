//! Who does the judging.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;

use crate::{Event, JudgeError, Options, Submission};
use mousetrap_suite::Case;

/// Judges submissions: the threads of this machine ([`Threads`](crate::Threads)), or
/// hosts elsewhere. Whoever asks keeps what is found out; an engine that forgets
/// everything costs time alone.
pub trait Engine: Debug + Send + Sync {
    /// Judges `submissions` on the cases of their problem and sends what happens to
    /// `events`. Returns when all are judged or `interrupted` is set; nothing that
    /// was started is left running then.
    ///
    /// # Errors
    /// If judging cannot begin. What goes wrong with a single submission is
    /// reported as [`Event::Failed`].
    fn judge(
        &self,
        submissions: &[Submission<'_>],
        cases: &BTreeMap<&'static str, Vec<Case>>,
        options: &Options,
        interrupted: &AtomicBool,
        events: &Sender<Event>,
    ) -> Result<(), JudgeError>;
}
