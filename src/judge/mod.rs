//! Judging: compile a submission, run it on each case, check what it replies.
//!
//! The judge tells what happens through [`Event`]s and nothing else; reports
//! and progress displays are built from them.

mod event;
mod verdict;

pub use event::{CaseResult, Event, Failing, Measured, Outline, Skip, SubmissionResult};
pub use verdict::Verdict;
