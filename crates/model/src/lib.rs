//! The data that the crates of Mousetrap exchange: problems, cases, limits, verdicts,
//! judgements and events. All of it is plain data without I/O and without a clock, and
//! logs, databases, interfaces and reports hold these types and no others.

mod case;
mod clock;
mod event;
mod form;
mod judgement;
mod limits;
mod message;
mod problem;
mod run;
mod serial;
mod similarity;
mod usage;
mod verdict;

pub mod points;

pub use case::{Case, CaseId, FailingCase};
pub use clock::Clock;
pub use event::{Event, RefusedFile, SubmissionInfo};
pub use form::Form;
pub use judgement::{CaseResult, GaveUp, Judgement, Skip, SubmissionOutcome};
pub use limits::{LimitOverrides, Limits};
pub use message::{Message, Templates};
pub use problem::Problem;
pub use run::{
    Facts, LogLine, Peak, RedactedCases, RepeatedOptions, Run, RunEnding, RunHeader, RunSubmission,
    ShardHeader,
};
pub use serial::path_text;
pub use similarity::{SimilarGroup, Similarity};
pub use usage::Usage;
pub use verdict::Verdict;
