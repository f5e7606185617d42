//! Judging: compile a submission, run it on each case, check what it replies.
//!
//! The judge reports what happens through [`Event`]s and nothing else; reports
//! and progress displays are built from them.
//!
//! ```text
//! find ─▶ Submission ─▶ schedule ─▶ worker ─▶ judging ─▶ compile ─▶ run ─▶ check
//! ```

pub mod attack;
pub mod config;

mod archive;
mod cache;
mod check;
mod compile;
mod complaint;
mod encoding;
mod engine;
mod error;
mod excerpt;
mod exclusive;
mod files;
mod generator;
mod idle;
mod job;
mod judging;
mod live;
mod options;
mod project_tool;
mod ready;
mod reference_speed;
mod results;
mod returned;
mod run;
mod runner;
mod sanitize;
mod schedule;
mod session;
mod similar;
mod sink;
mod startup;
mod store;
mod stream;
mod submission;
mod variants;
mod warm;
mod worker;

pub use cache::{Cached, Kind, cached};
pub use encoding::decoded;
pub use engine::Engine;
pub use error::JudgeError;
pub use files::{is_report, too_large, why_refused};
pub use generator::Generators;
pub use judging::{MAX_CPU_TIME, MAX_TIME_OUTS};
pub use options::Options;
pub use project_tool::{probe, probe_again};
pub use reference_speed::{ReferencePrograms, ReferenceSpeeds, odd_speed_factor, speed_factor};
pub use results::{build, conditions};
pub use runner::max_cpu_time;
pub use schedule::{Threads, info, repeated};
pub use session::{Answer, InteractiveSession, Question, SessionEvent, with_sessions};
pub use similar::similar_groups;
pub(crate) use store::unfinished;
pub use submission::{
    FindOptions, SOLUTIONS, Submission, SubmissionSet, digest_of_all, find, find_each,
    hide_project, of_text,
};
pub use variants::{Bench, Built, Ran, RunSelfError, Variant, Workshop};
pub use warm::{Unprepared, prepare_toolchain};
