//! Judging submissions: compiling them, running them on each case, and checking their replies.
//!
//! The judge reports its progress and results only through events
//! ([`Event`](mousetrap_model::Event)). Reports and progress displays are built from these events.
//!
//! Each directory implements one phase of judging. A module may depend only on modules in the same
//! directory and in directories that precede it in this list. The files directly in `src` are
//! shared by several phases.
//!
//! - `submissions`: finds and reads sources, including sources in archives
//! - `config`: reads `judge.toml`
//! - `process`: starts a process in the sandbox, sends its input and measures it
//! - `verdict`: checks replies, explains how processes ended, finds the first compile error
//! - `program`: compiles programs, caches them and prepares their execution
//! - `run`: runs a submission on cases
//! - `schedule`: judges many submissions on many workers
//! - `attack`: the attack battery, which tests the judge with hostile submissions

pub mod attack;
pub mod config;

mod context;
mod error;
mod options;
mod process;
mod program;
mod run;
mod schedule;
mod submissions;
mod verdict;

pub use context::{Engine, JudgeRequest};
pub use error::JudgeError;
pub use options::Options;
pub use program::cache_limits::{CacheEntry, CacheKind, all_entries};
pub use program::prepared_toolchain::{PrepareOptions, prepare_toolchain};
pub use program::project_programs::ProjectPrograms;
pub use run::interactive::{
    Answer, CaseRequest, InteractiveSession, SessionOptions, with_sessions,
};
pub use run::variants::{Variant, VariantFailure, VariantJudge, VariantRunner};
pub use schedule::local_engine::LocalEngine;
pub use schedule::reference_speed::ReferenceSpeeds;
pub use schedule::run_conditions::{all_conditions, host_conditions, judge_config_conditions};
pub use submissions::encoding::decode_source;
pub use submissions::files::{is_report, size_refusal_reason, too_large_reason};
pub use submissions::find::{FindOptions, Finder, SubmissionSet, find, submission_from_text};
pub use submissions::similarity::similar_groups;
pub use submissions::submission::{SOLUTIONS_DIR, Submission, digest_of_submissions};
