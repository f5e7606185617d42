//! The hunt for the longest forced wins: search with restarts.
//!
//! A [`Target`] is a kind and size of instances. Its *landscape* draws, changes and scores
//! states; `anneal` climbs it. A [`Campaign`] runs restarts of many targets on all cores.
//! Each restart has a stream of its own, so that any of them can be repeated alone by its
//! number.

mod anneal;
mod campaign;
mod graph;
mod grid;
mod successive_sizes;
mod target;

pub(crate) use anneal::Watch;
pub use campaign::{Campaign, Find, Progress};
pub(crate) use successive_sizes::SuccessiveSizes;
pub(crate) use target::Restart;
pub use target::Target;

#[cfg(test)]
mod tests;
