//! Reads and solves cases from other sources: texts such as bug reports, and JSON Lines.

mod files;
mod imported_case;
mod jsonl;
mod text;

pub use files::read;
pub use imported_case::ImportedCase;

#[cfg(test)]
mod tests;
