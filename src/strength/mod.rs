//! How strong a suite is: which wrong solutions it tells from right ones.
//!
//! A [`Mutant`] is a solution that bends one rule or goes wrong in one way.
//! The [`Matrix`] says which case kills which mutant; what no case kills is a
//! survivor. [`harden`] picks a small suite that kills all that can be killed.

mod arena;
mod cover;
mod coverage;
pub mod effort;
mod graph_mutants;
mod graph_rules;
mod grid_mutants;
mod grid_rules;
mod list;
mod matrix;
mod mutant;
mod packing;
mod reading;
mod report;
mod slips;

pub use cover::{Candidate, Cover, harden, wanting};
pub use matrix::{Matrix, errs};
pub use mutant::{Mutant, differ, of_problem};
pub use report::{Found, Report, Solution, summary};

#[cfg(test)]
mod tests;
