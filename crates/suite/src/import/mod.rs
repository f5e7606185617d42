//! Reads and solves cases from other sources: texts with `LeetCode` arguments, JSON Lines,
//! and directories of `.in` files.

mod files;
mod imported_case;
mod jsonl;
mod text;

pub use files::read;
pub use imported_case::ImportedCase;

#[cfg(test)]
mod tests;
