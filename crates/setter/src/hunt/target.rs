//! The targets of a hunt: the longest wins among the instances of a size.

use std::fmt;

use super::anneal::{Cooling, Landscape, Watch, climb};
use super::graph::Graphs;
use super::grid::Boards;
use cat_and_mouse::Game;
use cat_and_mouse::game::Player;
use mousetrap_suite::generate::{Seed, Stream};

/// The inputs of one restart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Restart {
    /// Chooses the stream together with `number`.
    pub(crate) seed: Seed,
    /// The number of the restart.
    pub(crate) number: usize,
    /// The number of instances to score.
    pub(crate) steps: u64,
}

/// The instances among which to hunt for the longest forced win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// The longest win of the mouse on boards.
    Boards {
        /// Rows and columns, each at most 8.
        size: (u16, u16),
        /// Longest jumps of cat and mouse.
        jumps: (u16, u16),
    },
    /// The longest win of a player on graphs.
    Graphs {
        /// The player.
        winner: Player,
        /// The number of nodes, from 4 to 64.
        nodes: usize,
    },
}

impl Target {
    /// Returns the game of the instances.
    pub const fn game(&self) -> Game {
        match self {
            Self::Boards { .. } => Game::CatAndMouse2,
            Self::Graphs { .. } => Game::CatAndMouse,
        }
    }

    /// Runs one restart. Returns false if it was stopped.
    pub(crate) fn restart(&self, restart: Restart, watch: &mut Watch<'_>) -> bool {
        let Restart { seed, number, .. } = restart;
        let recipe = format!("hunt/{}", self.game().id());
        let mut stream = Stream::named(&recipe, &self.to_string(), seed, number);
        match *self {
            Self::Boards { size, jumps } => run(
                &mut Boards::new(size, jumps),
                restart.steps,
                &mut stream,
                watch,
            ),
            Self::Graphs { winner, nodes } => {
                let mut graphs = Graphs { nodes, winner };
                if number.is_multiple_of(2) {
                    return run(&mut graphs, restart.steps, &mut stream, watch);
                }
                // Every other restart grows its graph. A long win of the cat consists of many
                // small ones, which must come apart again; a long win of the mouse does not.
                let (low, high) = match winner {
                    Player::Cat => (500, 2000),
                    Player::Mouse => (150, 600),
                };
                let cooling = Cooling {
                    from: u64::from(stream.between(low, high)),
                    to: u64::from(stream.between(50, 100)),
                };
                graphs.grow(cooling, restart.steps, &mut stream, watch)
            }
        }
    }
}

impl fmt::Display for Target {
    /// Writes the name of the case with the record: `mouse-win-8x8-cat-1-mouse-4`,
    /// `cat-win-50`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boards {
                size: (rows, cols),
                jumps: (cat, mouse),
            } => write!(f, "mouse-win-{rows}x{cols}-cat-{cat}-mouse-{mouse}"),
            Self::Graphs {
                winner: Player::Mouse,
                nodes,
            } => write!(f, "mouse-win-{nodes}"),
            Self::Graphs {
                winner: Player::Cat,
                nodes,
            } => write!(f, "cat-win-{nodes}"),
        }
    }
}

/// Draws the temperatures of a restart, and climbs. Returns false if it was stopped.
fn run<L: Landscape>(land: &mut L, steps: u64, stream: &mut Stream, watch: &mut Watch<'_>) -> bool {
    let cooling = Cooling {
        from: u64::from(stream.between(200, 1200)),
        to: u64::from(stream.between(40, 200)),
    };
    let start = land.start(stream);
    climb(land, start, cooling, steps, stream, watch).is_some()
}
