//! The data that the crates of Mousetrap exchange: problems, cases, limits, verdicts, judgements
//! and events. This crate does no I/O and reads no clock. Logs, databases, APIs and reports
//! contain these types.

mod clock;
mod event;
mod message;
mod problems;
mod results;
mod run;
mod serialization;

pub use clock::Clock;
pub use event::{Event, RefusedFile, SimilarGroup, Similarity, SubmissionInfo};
pub use message::{Message, Templates, expand_template};
pub use problems::{
    Case, CaseId, Checker, FailingCase, Form, LimitOverrides, Limits, Parameter, Problem,
    Signature, SignatureError, SignatureErrorKind, Type, Value, ValueError, points,
};
pub use results::{
    CaseResult, EarlyStop, Judgement, SkipReason, SubmissionOutcome, Usage, Verdict,
};
pub use run::{
    LogLine, MachineFacts, PeakUsage, RedactedCases, Run, RunEnding, RunHeader, RunSubmission,
    RunWorker, ShardHeader,
};
pub use serialization::path_text;
