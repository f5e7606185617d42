//! How strong a suite is: which wrong solutions it catches.
//!
//! A [`Mutant`] is a solution that bends one rule or goes wrong in one way.
//! The [`Matrix`] says which case kills which mutant; what no case kills is a
//! survivor. [`harden`] picks a small suite that kills all that can be killed.

mod cover;
pub mod effort;
mod matrix;
mod mutants;
mod report;
mod rules;
mod subject;
#[cfg(test)]
mod tests;

pub use cover::{Aim, CaseProfile, harden, underkilled};
pub use matrix::{Matrix, killed_by};
pub use mutants::mutant::Mutant;
pub use report::page::{KillerSearch, Solution, StrengthPage, folded};
pub use subject::{differ, of_problem};
