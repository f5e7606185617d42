//! Mousetrap: a judge and a hidden-test factory for the two Cat and Mouse
//! problems (`LeetCode` 913, on graphs, and 1728, on grids with jumps).
//!
//! The modules stand in the order in which data flows through them, and
//! imports point up this list only:
//!
//! ```text
//! game ─▶ solve ─▶ problem ─▶ generate ─▶ suite ─┐
//!                                                ├─▶ judge ─▶ report ─▶ cli
//!               config   language ─▶ sandbox ────┘
//! ```

// A command that prints goes through `cli::out`, where a closed pipe and a full
// disk are known.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod excerpt;
pub mod printable;
pub mod replace;

pub mod game;
pub mod solve;

pub mod problem;

pub mod root;

pub mod explain;
pub mod generate;
pub mod suite;

pub mod import;

pub mod strength;

pub mod hunt;

pub mod config;
pub mod language;
pub mod sandbox;

pub mod judge;

pub mod attack;
pub mod stress;

pub mod report;

pub mod export;

pub mod cli;

pub mod toml_file;
