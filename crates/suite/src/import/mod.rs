//! Cases in the forms in which people pass them on, read and solved: texts
//! with `LeetCode` arguments, JSON Lines, and directories of `.in` files.

mod files;
mod found;
mod jsonl;
mod text;

pub use files::read;
pub use found::ImportedCase;

#[cfg(test)]
mod tests;
