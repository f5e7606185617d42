//! The hunt for the longest forced wins: simulated annealing with random restarts.
//!
//! A [`Target`] is a game and a size of instances. Each target has a search space, whose states can
//! be generated at random, changed and scored; `anneal` looks for a state with a high score. A
//! restart is one such search from a new initial state. A [`Campaign`] hunts for many targets in
//! parallel, with several restarts for each target. Each restart has its own random number
//! generator, which is seeded with the number of the restart, so its result can be reproduced from
//! this number alone.

mod anneal;
mod campaign;
mod graph;
mod graph_size_search;
mod grid;
mod target;

pub(crate) use anneal::AnnealingObserver;
pub use campaign::{BestInstance, Campaign, Progress};
pub(crate) use graph_size_search::GraphSizeSearch;
pub use target::Target;

#[cfg(test)]
mod tests;
