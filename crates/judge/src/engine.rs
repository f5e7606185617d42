//! Who does the judge's work.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;

use thiserror::Error;

use crate::language::Language;
use crate::{Event, JudgeError, Options, Skip, Submission};
use mousetrap_sandbox::Isolation;
use mousetrap_suite::Case;

/// Does the judge's work: the threads of this machine ([`Threads`](crate::Threads)), or
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

    /// Has some parts of other work done, in any order. `take` is called once with what
    /// came of each; what it says cannot be right is done again elsewhere, where there
    /// is such a place. Returns as [`judge`](Self::judge) does: of parts that were not
    /// done by then nothing is heard.
    ///
    /// # Errors
    /// If work cannot begin.
    fn parts(
        &self,
        parts: &[Part<'_>],
        interrupted: &AtomicBool,
        take: &mut Take<'_>,
    ) -> Result<(), JudgeError>;

    /// The machines that have judged, by name; none if it was this one.
    fn machines(&self) -> BTreeMap<String, String> {
        BTreeMap::new()
    }
}

/// Takes what came of the part of this number; if it does not, says why it cannot be
/// right.
pub type Take<'a> = dyn FnMut(usize, Result<&str, Undone>) -> Result<(), String> + 'a;

/// A part of some work, as data.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    /// What people call it.
    pub name: String,
    /// The languages of the submissions that run in it.
    pub languages: Vec<&'a Language>,
    /// How these are isolated; none where none runs.
    pub isolation: Option<Isolation>,
    /// The cases it needs, all of one problem.
    pub cases: &'a [Case],
    /// What to do, as a [`Runner`] understands it.
    pub task: String,
}

/// Why a part was not done.
#[derive(Clone, Debug, Error)]
pub enum Undone {
    /// What it needs is nowhere.
    #[error("{}", .0.reason)]
    Lacking(Skip),
    /// The judge failed.
    #[error("{0}")]
    Failed(String),
}

/// Does parts. Of one build, all do the same.
pub trait Runner: Debug + Send + Sync {
    /// Does a task and says what came of it. `moves` is called whenever it gets on, so
    /// that it can be told from one that hangs. What is returned once `interrupted` is
    /// set counts for nothing.
    ///
    /// # Errors
    /// What keeps this machine from doing it.
    fn run(
        &self,
        task: &str,
        cases: &[Case],
        interrupted: &AtomicBool,
        moves: &(dyn Fn() + Sync),
    ) -> Result<String, RunnerError>;
}

/// What keeps a machine from doing a part of some work.
pub type RunnerError = Box<dyn std::error::Error + Send + Sync>;
