//! Judging: compile a submission, run it on each case, check what it replies.
//!
//! The judge tells what happens through [`Event`]s and nothing else; reports
//! and progress displays are built from them.
//!
//! ```text
//! find ─▶ Submission ─▶ schedule ─▶ worker ─▶ compile ─▶ live ─▶ run ─▶ check
//! ```

mod check;
mod compile;
mod contestant;
mod event;
mod files;
mod generator;
mod live;
mod results;
mod run;
mod runner;
mod schedule;
mod startup;
mod stream;
mod submission;
mod verdict;
mod worker;

pub use compile::unfinished;
pub use contestant::{Answer, Contestant, Question, Told, question};
pub use event::{CaseResult, Event, Failing, Measured, Outline, Skip, SubmissionResult};
pub use files::{Refused, is_report};
pub use generator::Generators;
pub use schedule::{JudgeError, Options, judge};
pub use submission::{Found, SOLUTIONS, Submission, Wanted, find, find_each};
pub use verdict::Verdict;
