//! Searches for the simplest instance on which a submission fails.
//!
//! A [`Source`] is an endless sequence of a game's instances, small ones first, which depends only
//! on the seed. [`Instances`] gives the case of an instance and simplifies an instance on which the
//! submission fails; it is implemented for the games and for the arguments of custom problems.
//! [`FailureSearch`] uses both for real submissions, and [`find_witnesses()`] uses the instances of
//! games for rule mutants.

mod arguments;
mod failure;
mod instances;
mod long_wins;
mod outcome;
mod runs;
mod search;
mod search_plan;
mod shrink;
mod source;
mod witness;

pub use instances::{GameInstances, HoldsFn, Instances, Trial};
pub use outcome::{Counterexample, Disagreement, RunOutcome, SearchOutcome, SearchState};
pub use runs::{Answers, FailureSearch, RunFn, SearchObserver, run_in_sessions};
pub use search_plan::{SearchError, SearchPlan};
pub use shrink::Shrunk;
pub(crate) use shrink::shrink;
pub use source::Source;
pub use witness::{WitnessPlan, Witnesses, find_witnesses};
