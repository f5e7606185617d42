//! The strength of a suite: which wrong solutions the suite detects.
//!
//! A [`Mutant`] is a solution that changes one rule or makes one mistake. The [`Matrix`] records
//! which case kills which mutant. A mutant that no case kills is a survivor. [`choose_cover`]
//! chooses a small suite that kills every mutant that the available cases can kill.

mod cover;
mod labelled;
mod matrix;
mod mutants;
mod report;
mod rules;
mod subject;
#[cfg(test)]
mod tests;

pub use cover::{CaseProfile, choose_cover, mutants_lacking_killers};
pub use labelled::LabelledPrograms;
pub use matrix::{Matrix, killed_mutants};
pub use mutants::mutant::Mutant;
pub use report::{StrengthPage, group_names};
pub use subject::mutants_of_game;
