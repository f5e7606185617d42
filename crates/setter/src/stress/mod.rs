//! Searches for the simplest instance on which a submission fails.
//!
//! A [`Source`] is an endless sequence of instances, small ones first, which depends only on the
//! seed. `shrink` simplifies an instance on which the submission fails. [`FailureSearch`] uses both
//! for real submissions, and [`find_witnesses()`] uses both for rule mutants.

mod failure;
mod long_wins;
mod outcome;
mod runs;
mod search;
mod search_plan;
mod shrink;
mod source;
mod witness;

pub use outcome::{Counterexample, Disagreement, Options, RunOutcome, SearchOutcome, SearchState};
pub use runs::{Answers, FailureSearch, RunFn, run_in_sessions};
pub use search_plan::{SearchError, SearchPlan};
pub(crate) use shrink::{Shrunk, shrink};
pub use source::{Source, Trial};
pub use witness::{WitnessPlan, Witnesses, find_witnesses};
