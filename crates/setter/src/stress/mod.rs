//! Searches for the simplest instance on which a submission fails.
//!
//! An [`InstanceSource`] is an endless sequence of a game's instances, small ones first, which
//! depends only on the seed. [`Instances`] gives the case of an instance and simplifies an instance
//! on which the submission fails; it is implemented for the games and for the arguments of custom
//! problems. [`FailureSearch`] uses both for real submissions, and [`find_witnesses()`] uses the
//! instances of games for rule mutants.

mod arguments;
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
pub use instances::{GameInstances, InstanceWithOrigin, Instances, KeepPredicate, ShrinkResult};
pub use outcome::{Counterexample, Disagreement, RunOutcome, SearchOutcome, SearchState};
pub use runs::{Answers, CaseRunner, FailureSearch, SearchObserver, run_in_sessions};
pub use search::SourceItem;
pub use search_plan::{SearchError, SearchPlan};
pub use witness::{WitnessSearchSettings, Witnesses, find_witnesses};
