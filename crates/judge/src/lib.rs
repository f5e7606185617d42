//! Judging: compile a submission, run it on each case, check what it replies.
//!
//! The judge tells what happens through [`Event`]s and nothing else; reports
//! and progress displays are built from them.
//!
//! ```text
//! find ─▶ Submission ─▶ schedule ─▶ worker ─▶ compile ─▶ live ─▶ run ─▶ check
//! ```

pub mod attack;
pub mod config;
pub mod language;

mod check;
mod compile;
mod complaint;
mod event;
mod excerpt;
mod files;
mod generator;
mod live;
mod results;
mod run;
mod runner;
mod schedule;
mod session;
mod startup;
mod stream;
mod submission;
mod verdict;
mod worker;

pub(crate) use compile::unfinished;
pub use event::{CaseResult, Event, Failing, Measured, Skip, SubmissionInfo, SubmissionResult};
pub use files::{Refused, is_report};
pub use generator::Generators;
pub use schedule::{JudgeError, Options, judge};
pub use session::{Answer, InteractiveSession, Question, SessionEvent, with_sessions};
pub use submission::{FindOptions, Found, SOLUTIONS, Submission, find, find_each};
pub use verdict::Verdict;
