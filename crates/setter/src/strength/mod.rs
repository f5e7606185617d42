//! The strength of a suite: which wrong solutions the suite detects.
//!
//! A [`Mutant`] is a solution that changes one rule or makes one mistake. The [`Matrix`] records
//! which case kills which mutant. A mutant that no case kills is a survivor.

mod labelled;
mod matrix;
mod mutants;
mod report;
mod rules;
mod subject;
#[cfg(test)]
mod tests;

pub use labelled::LabelledPrograms;
pub use matrix::{Matrix, killed_mutants};
pub use mutants::mutant::Mutant;
pub use report::StrengthPage;
pub use subject::mutants_of_game;
