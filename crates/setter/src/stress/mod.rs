//! Searches for the simplest instance on which a submission fails.
//!
//! A [`Source`] is an endless sequence of instances, small ones first, which depends only on the
//! seed. `shrink` makes an instance simpler as long as the submission fails on it. [`Search`]
//! applies both to running submissions, and [`witnesses()`] applies both to mutants.

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
pub use finding::{Counterexample, Disagreement, Options, Reaction, SearchEnd, SearchState};
pub use runs::{Answers, RunAll, Search, run_in_sessions};
pub(crate) use shrink::{Shrunk, shrink};
pub use source::{Source, Trial};
pub use witness::{WitnessPlan, Witnesses, witnesses};
