//! Families of graphs for 913.

mod chase;
mod flip;
mod lattices;
mod links;
mod parts;
mod random;

use crate::generate::{Family, Parameter, Range};
use cat_and_mouse::problem::Problem;

/// Every family of graphs.
pub(super) const FAMILIES: &[&Family] = &[
    &random::GNP,
    &random::TREE,
    &random::TINY,
    &random::SPARSE,
    &random::FULL_SIZE,
    &lattices::CYCLE,
    &lattices::LADDER,
    &lattices::GRID,
    &lattices::COMPLETE,
    &lattices::BIPARTITE,
    &parts::DISCONNECTED,
    &parts::HOLE_LEAF,
    &parts::ROUNDABOUT,
    &chase::MOUSE_CHASE,
    &chase::CAT_CHASE,
    &flip::FLIP_EDGE,
    &random::DENSE,
];

const PROBLEM: Problem = Problem::CatAndMouse;

/// Nodes of a graph, beyond contest size for extended suites.
const NODES: Range = Range::new(3, 1000);

const fn nodes(low: u32, high: u32) -> Parameter {
    let meaning = "nodes of the graph; above 50 only in extended suites";
    Parameter::new("nodes", meaning, Range::new(low, high), NODES)
}
