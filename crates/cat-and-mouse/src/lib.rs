//! Solves the two Cat and Mouse games, on graphs (`LeetCode` 913) and on grids with jumps
//! (`LeetCode` 1728), and proves the results.
//!
//! The crate parses and validates both text forms. Its solvers compute exact outcomes, with the
//! number of plies to the end, as well as optimal play, explanations and certificates. The code
//! that checks certificates is independent of the solvers. The crate does no I/O, reads no clock
//! and gives the same answer on every platform.
//!
//! # Examples
//!
//! To find out who wins, and on which ply:
//!
//! ```
//! use cat_and_mouse::game::{Bounds, Grid, Outcome, Ply};
//! use cat_and_mouse::solve::grid;
//!
//! let board = Grid::parse("[\"####F\",\"#C...\",\"M....\"]\n1\n2", Bounds::Contest)?;
//! assert_eq!(grid::solve(&board), Outcome::Mouse { depth: Ply(5) });
//! # Ok::<(), cat_and_mouse::game::InstanceError>(())
//! ```
//!
//! To handle both games with one type, and to get an answer with a proof and check the proof:
//!
//! ```
//! use cat_and_mouse::game::Bounds;
//! use cat_and_mouse::Game;
//!
//! let input = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";
//! let game = Game::guess_from_syntax(input).expect("a graph");
//! let instance = game.parse(input, Bounds::Contest)?;
//! assert_eq!(instance.reply(instance.solve()), "0");
//!
//! let certificate = instance.build_certificate();
//! assert!(instance.check_certificate(&certificate).is_ok());
//! # Ok::<(), cat_and_mouse::game::InstanceError>(())
//! ```
//!
//! A text that is not a legal instance is rejected with the line and the broken rule:
//!
//! ```
//! use cat_and_mouse::game::{Bounds, Graph};
//!
//! let error = Graph::parse("[[1,3],[0],[3],[0,2,1]]", Bounds::Contest).unwrap_err();
//! assert_eq!(error.line, 1);
//! ```
//!
//! # Modules
//!
//! - [`game`]: rules, text forms, validation and symmetry of both games
//! - [`solve`]: fast solvers, optimal play, certificates
//! - [`Game`] and [`Instance`]: a common interface to both games
//! - [`explain`]: an optimally played game, and why neither player can do better
//!
//! # Terms
//!
//! A *ply* is one move of one player; the mouse's first move is ply 1. The *depth* of a win is the
//! ply on which the game ends if the winner wins as soon as possible and the loser holds out for as
//! long as possible.
//!
//! # Platforms
//!
//! On x86-64 the solvers use AVX2 or AVX-512 if the processor has them, detected at run
//! time; there are no features to choose. Like the other crates of Mousetrap, this one
//! builds on Linux only.

pub mod explain;
pub mod game;
mod instance;
pub mod solve;
pub mod variant;

pub use instance::{Game, Instance};
