//! Games with changed rules, and the ways in which wrong solutions analyse games.
#![expect(
    clippy::struct_excessive_bools,
    reason = "every field is an independent rule that a mutant can change"
)]

pub(super) mod graph_rules;
pub(super) mod grid_rules;
pub(super) mod state_graph;
pub(super) mod strategy;
