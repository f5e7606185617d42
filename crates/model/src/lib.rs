//! The data that the crates of Mousetrap exchange: problems, cases, limits, verdicts,
//! judgements and events. All of it is plain data without I/O and without a clock, and
//! logs, databases, interfaces and reports hold these types and no others.

mod clock;
mod event;
mod message;
mod problems;
mod results;
mod run;
mod serial;

pub use clock::Clock;
pub use event::{Event, RefusedFile, SimilarGroup, Similarity, SubmissionInfo};
pub use message::{Message, Templates};
pub use problems::{
    Case, CaseId, Checker, Difference, FailingCase, Form, LimitOverrides, Limits, Parameter,
    Problem, Signature, SignatureError, SignatureProblem, Type, Value, ValueError, points,
};
pub use results::{CaseResult, GaveUp, Judgement, Skip, SubmissionOutcome, Usage, Verdict};
pub use run::{
    Facts, LogLine, Peak, RedactedCases, Run, RunEnding, RunHeader, RunSubmission, RunWorker,
    ShardHeader,
};
pub use serial::path_text;
