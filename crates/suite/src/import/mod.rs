//! Imports cases from other sources: JSON Lines, and texts such as bug reports.

mod import_file;
mod imported_case;
mod jsonl;
mod text;

pub use import_file::read_cases;
pub use imported_case::ImportedCase;

#[cfg(test)]
mod tests;
