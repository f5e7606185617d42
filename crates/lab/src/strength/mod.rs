//! How strong a suite is: which wrong solutions it catches.
//!
//! A [`Mutant`] is a solution that bends one rule or goes wrong in one way.
//! The [`Matrix`] says which case kills which mutant; what no case kills is a
//! survivor. [`harden`] picks a small suite that kills all that can be killed.

mod classes;
mod cover;
mod coverage;
pub mod effort;
mod gaps;
mod graph_mutants;
mod graph_rules;
mod grid_mutants;
mod grid_rules;
mod matrix;
mod mutant;
mod overview;
mod records;
mod report;
mod state_graph;
mod strategy;
mod subject;

pub use cover::{Aim, CaseProfile, harden, underkilled};
pub use matrix::{Matrix, killed_by};
pub use mutant::Mutant;
pub use report::{KillerSearch, Solution, StrengthPage, folded};
pub use subject::{differ, of_game};

#[cfg(test)]
mod tests;
