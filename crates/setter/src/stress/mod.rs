//! Searches for the simplest instance on which a submission fails.
//!
//! An [`InstanceSource`] is an endless sequence of a game's instances, small ones first, which
//! depends only on the seed. [`Instances`] converts an instance to a case, and simplifies an
//! instance on which the submission fails. This trait is implemented for the games and for the
//! arguments of custom problems. [`FailureSearch`] uses both for real submissions, and
//! [`find_witnesses()`] uses the instances of games for rule mutants.

mod custom_instances;
mod failure;
mod instance_source;
mod instances;
mod long_wins;
mod outcome;
mod runs;
mod search;
mod search_plan;
mod witness;

pub use instance_source::InstanceSource;
pub(crate) use instances::shrink;
pub use instances::{GameInstances, InstanceWithOrigin, Instances, KeepPredicate};
pub use outcome::{
    Counterexample, Disagreement, RunOutcome, SearchOutcome, SearchState, ShrinkResult,
};
pub use runs::{Answers, CaseRunner, FailureSearch, SearchObserver, session_runner};
pub use search::GeneratedInstance;
pub use search_plan::SearchPlan;
pub use witness::{Witnesses, find_witnesses};
