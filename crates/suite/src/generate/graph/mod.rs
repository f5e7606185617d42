//! The families of graphs, for problem 913.

mod components;
mod graph_builder;
mod random;
mod regular;
mod solver_guided;

pub(super) use components::{disconnected_graph, hole_leaf, roundabout};
pub(super) use random::{gnp_graph, random_tree, sparse_graph};
pub(super) use regular::{bipartite_graph, complete_graph, cycle_graph, grid_graph, ladder_graph};
pub(super) use solver_guided::{cat_chase, flip_edge, mouse_chase};
