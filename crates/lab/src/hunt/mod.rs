//! The hunt for extreme instances: search with restarts, and exhaustion of
//! small boards.
//!
//! A [`Target`] says what is wanted and how large it may be. Its *landscape*
//! draws, changes and scores states; `anneal` climbs it. A [`Campaign`] runs
//! restarts of many targets on all cores, each restart on a stream of its own,
//! so that any of them can be repeated alone. What is found goes to the [hall
//! of fame](hall), a collection of cases.

mod anneal;
mod campaign;
mod chunk;
mod exhaust;
mod floors;
mod graph;
mod grid;
pub mod hall;
mod relay;
mod rungs;
mod slow;
mod state_file;
mod target;

pub(crate) use anneal::Hunter;
pub(crate) use campaign::Find;
pub use campaign::{Campaign, Event, Standing};
pub use exhaust::{Exhaustion, Maxima, Maximum, Shard};
pub(crate) use relay::Relay;
pub use rungs::rungs;
pub use state_file::{read, write};
pub use target::{Goal, Target};

#[cfg(test)]
mod tests;
