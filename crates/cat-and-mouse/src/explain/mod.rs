//! Explains answers with an optimally played game. If neither player can force a win, it also shows
//! the strategies with which they avoid losing.

mod explanation;
mod fortress;
mod text;

pub use explanation::{Claim, ExplainedMove, Explanation};
pub use fortress::Fortress;
pub use text::render;

#[cfg(test)]
mod tests;
