//! The search for an instance on which a submission fails, and the way from
//! there to the smallest one.
//!
//! A [`Source`] hands out instances without end, small ones first, the same
//! for the same seed whatever the submission does. `shrink` takes one on
//! which it fails and makes it simpler for as long as it fails. [`Search`]
//! joins the two to submissions that run, [`witnesses()`] to mutants.

mod attempt;
mod failure;
mod finding;
mod long_wins;
mod runs;
mod search;
mod shrink;
mod source;
mod witness;

pub use attempt::{Attempt, Untried};
pub use finding::{
    Counterexample, Disagreement, Objective, Options, PendingRun, Purpose, Said, SearchEnd,
    SearchState, Shrinking, TimeLimits,
};
pub use runs::Search;
pub(crate) use shrink::{Shrunk, shrink};
pub use source::{Source, Trial};
pub use witness::{WitnessPlan, Witnesses, witnesses};
