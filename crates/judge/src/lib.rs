//! Judging: compile a submission, run it on each case, check what it replies.
//!
//! The judge reports what happens through events
//! ([`Event`](mousetrap_model::Event)) and nothing else; reports and progress displays
//! are built from them.
//!
//! The directories are phases. A file may use files of its own directory and of those
//! named before it here. The files at the root are common to several phases.
//!
//! - `submissions`: finds sources and reads them, also in archives
//! - `config`: reads `judge.toml`
//! - `process`: starts a process in the sandbox, feeds it and measures it
//! - `verdict`: checks replies, explains how processes ended, finds the first compile error
//! - `program`: compiles programs, caches them and makes them ready to run
//! - `run`: runs a submission on cases
//! - `schedule`: judges many submissions on many workers
//! - `attack`: the attack battery, which tests the judge with hostile submissions

pub mod attack;
pub mod config;

mod context;
mod error;
mod process;
mod program;
mod run;
mod schedule;
mod submissions;
mod verdict;

pub use context::{Engine, JudgeRequest, Options};
pub use error::JudgeError;
pub use program::cache_limits::{Cached, Kind, cached};
pub use program::launcher::ProgramError;
pub use program::prepared_toolchain::{PrepareOptions, prepare_toolchain};
pub use program::project_programs::ProjectPrograms;
pub use run::interactive::{
    Answer, InteractiveSession, Question, SessionEvent, SessionOptions, with_sessions,
};
pub use run::variants::{Bench, Built, Ran, RunSelfError, Variant, Workshop};
pub use schedule::conditions::{
    build, case_conditions, conditions, host_conditions, judge_conditions, run_conditions,
};
pub use schedule::reference_speed::ReferenceSpeeds;
pub use schedule::threads::Threads;
pub use submissions::encoding::decoded;
pub use submissions::files::{is_report, too_large, why_refused};
pub use submissions::find::{FindOptions, Finder, SubmissionSet, find, of_text};
pub use submissions::similar::similar_groups;
pub use submissions::submission::{SOLUTIONS, Submission, digest_of_all};
