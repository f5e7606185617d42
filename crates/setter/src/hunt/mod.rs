//! The hunt for the longest forced wins: a search with restarts.
//!
//! A [`Target`] is a kind and size of instances. Its *landscape* draws, changes and scores states,
//! and `anneal` climbs the landscape. A [`Campaign`] runs restarts for many targets on all cores.
//! Each restart has a separate random stream, so it can be repeated alone by its number.

mod anneal;
mod campaign;
mod graph;
mod grid;
mod successive_sizes;
mod target;

pub(crate) use anneal::ClimbObserver;
pub use campaign::{BestInstance, Campaign, Progress};
pub(crate) use successive_sizes::SuccessiveSizes;
pub use target::Target;

#[cfg(test)]
mod tests;
