//! Solvers for boards up to 8×8, with one 64-bit word of mouse cells per cat cell. A step of the
//! retrograde analysis takes a few hundred word operations for all 8,192 positions.
//!
//! `lost[c]` contains the mouse cells from which the mouse wins with the cat on `c` to move, and
//! `won[c]` those with the mouse to move. At first `lost[c]` contains only the food. Then, in
//! turns, `won[c]` becomes all cells from which a jump leads into `lost[c]`, and `lost[c]` the
//! cells that are in `won[c']` for *all* moves `c → c'` of the cat. A cell that is added to `won`
//! in round `r` has depth `2r − 1`. The first round that adds nothing is the last.
#![expect(
    clippy::inline_always,
    reason = "functions that are not inlined into the entry for a processor are compiled without its features"
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
