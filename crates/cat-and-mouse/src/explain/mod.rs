//! Explains answers with an optimally played game. If neither player can force a win, it also shows
//! the plans with which players avoid losing.

mod fortress;
mod plan;
mod text;

pub use fortress::Fortress;
pub use plan::{Claim, ExplainedMove, Explanation};
pub use text::text;

#[cfg(test)]
mod tests;
