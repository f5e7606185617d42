//! Explains an answer by showing an optimally played game, and the strategies with which players
//! avoid losing if the other player cannot force a win.

mod explanation;
mod text;

pub use explanation::{Claim, ExplainedMove, Explanation};
pub use text::render;

#[cfg(test)]
mod tests;
