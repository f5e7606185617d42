//! The hunt for extreme instances: search with restarts.
//!
//! A [`Target`] says what is wanted and how large it may be. Its *landscape*
//! draws, changes and scores states; `anneal` climbs it. A [`Campaign`] runs
//! restarts of many targets on all cores, each restart on a stream of its own,
//! so that any of them can be repeated alone. What is found goes to the [hall
//! of fame](hall), a collection of cases.

mod anneal;
mod campaign;
pub(crate) mod floors;
mod graph;
pub(crate) mod grid;
pub mod hall;
mod relay;
mod rungs;
mod slow;
mod standing;
mod target;

pub(crate) use anneal::Hunter;
pub use campaign::{Campaign, Event};
pub(crate) use relay::Relay;
pub use rungs::rungs;
pub use standing::{Find, Standing};
pub(crate) use target::Restart;
pub use target::{Goal, Target};

#[cfg(test)]
mod tests;
