//! The results of submissions: verdicts, usage and judgements.

mod judgement;
mod usage;
mod verdict;

pub use judgement::{CaseResult, EarlyStop, Judgement, SkipReason, SubmissionOutcome};
pub use usage::Usage;
pub use verdict::Verdict;
