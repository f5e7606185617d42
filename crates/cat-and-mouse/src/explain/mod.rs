//! Explanations of answers: a game of best play and, if neither player can force a win, plans with
//! which a player never loses.

mod fortress;
mod plan;
mod text;

pub use fortress::Fortress;
pub use plan::{Claim, Explanation, Step};
pub use text::text;

#[cfg(test)]
mod tests;
