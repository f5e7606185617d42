//! The hunt for extreme instances: search with restarts.
//!
//! A [`Target`] says what is wanted and how large it may be. Its *landscape*
//! draws, changes and scores states; `anneal` climbs it. A [`Campaign`] runs
//! restarts of many targets on all cores, each restart on a stream of its own,
//! so that any of them can be repeated alone by its number.

mod anneal;
mod campaign;
mod floors;
mod goal;
mod graph;
mod grid;
mod successive_sizes;
mod target;

pub(crate) use anneal::Watch;
pub use campaign::{Campaign, Find, Progress};
pub use goal::Goal;
pub(crate) use successive_sizes::SuccessiveSizes;
pub(crate) use target::Restart;
pub use target::Target;

#[cfg(test)]
mod tests;
