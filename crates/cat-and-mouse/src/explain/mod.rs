//! Why an answer is what it is: a game of best play, move by move, and where
//! nobody is forced, the positions in which a player is safe for ever.

mod contradiction;
mod fortress;
mod plan;
mod text;

pub use contradiction::Contradiction;
pub use fortress::Fortress;
pub use plan::{Claim, Explanation, Step};
pub use text::text;

#[cfg(test)]
mod tests;
