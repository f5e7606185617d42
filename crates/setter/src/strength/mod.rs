//! The strength of a suite: which wrong solutions the suite detects.
//!
//! A [`Mutant`] is a solution that changes one rule or makes one mistake. The [`KillMatrix`] records
//! which case kills which mutant. A mutant that no case kills is a survivor. [`choose_cases`]
//! chooses a small suite that kills every mutant that the available cases can kill.

mod case_selection;
mod labelled_programs;
mod matrix;
mod mutants;
mod report;
mod rules;
#[cfg(test)]
mod tests;

pub use case_selection::{Candidate, choose_cases, mutants_lacking_killers};
pub use labelled_programs::LabelledPrograms;
pub use matrix::{KillMatrix, killed_mutants, mutants_of_game};
pub use mutants::mutant::Mutant;
pub use report::{StrengthPage, mutant_group_names};
