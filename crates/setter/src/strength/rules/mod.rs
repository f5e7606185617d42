//! Games with changed rules, and the ways in which wrong solutions analyse games.

pub(super) mod graph_rules;
pub(super) mod grid_rules;
pub(super) mod state_graph;
pub(super) mod strategy;
