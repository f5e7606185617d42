//! Families of graphs, for problem 913.

mod lattices;
mod links;
mod parts;
mod random;
mod solved;

pub(super) use lattices::{bipartite, complete, cycle, grid, ladder};
pub(super) use parts::{disconnected, hole_leaf, roundabout};
pub(super) use random::{gnp, sparse, tree};
pub(super) use solved::{cat_chase, flip_edge, mouse_chase};
