//! Boards up to 8×8 solved by sets: one 64-bit word of mouse cells per cat
//! cell, so that a step of the retrograde analysis is a few hundred word
//! operations for all 8,192 positions at once.
//!
//! `lost[c]` holds the mouse cells that win for the mouse with the cat on `c`
//! to move, `won[c]` those with the mouse to move. It starts with the food
//! alone; then, in turns, `won[c]` becomes all cells from which a jump leads
//! into `lost[c]`, and `lost[c]` the cells that are in `won[c']` for *all* the
//! cat's moves `c → c'`. A cell that is new in `won` in round `r` has depth
//! exactly `2r − 1`; the first round that adds nothing is the last.
#![expect(
    clippy::inline_always,
    reason = "what is not inlined into the entry for a processor is compiled without its features"
)]

mod board;
mod engine;
mod layers;
#[cfg(target_arch = "x86_64")]
mod lines;
mod positions;
mod row;
mod runs;
mod steps;
#[cfg(target_arch = "x86_64")]
mod wide;

pub use board::Board;
pub use engine::Engine;
pub use layers::Layers;
pub use positions::{Positions, Wins};
