//! Solvers for boards up to 8×8. A set of positions is a 64-bit word of mouse cells for each cat
//! cell, so a step of the retrograde analysis takes only a few hundred word operations for all
//! 8,192 positions.
//!
//! `lost[c]` contains the mouse cells from which the mouse wins if the cat is on `c` and to move.
//! `won[c]` contains the mouse cells from which the mouse wins if the mouse is to move. Initially,
//! `lost[c]` contains only the food. Each round has two steps: `won[c]` becomes the cells from
//! which a jump leads into `lost[c]`, and `lost[c]` becomes the cells that are in `won[c']` for
//! *all* moves `c → c'` of the cat. A position that is added to `won` in round `r` is a win in `2r
//! − 1` plies. The analysis ends with the first round that adds nothing.
#![expect(
    clippy::inline_always,
    reason = "functions must be inlined into the CPU-specific entry point; otherwise they are compiled without that CPU's features"
)]

mod board;
mod engine;
mod jumps;
mod positions;
mod row;
#[cfg(target_arch = "x86_64")]
mod row_tables;
#[cfg(target_arch = "x86_64")]
mod simd;
mod steps;
mod wins_by_round;

pub use board::Board;
pub use engine::Engine;
pub use positions::{Positions, Wins};
pub use wins_by_round::WinsByRound;
