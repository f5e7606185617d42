//! The targets of a hunt. Each target asks for the longest win among all instances of one size.

use std::fmt;

use super::anneal::{AnnealingObserver, SearchSpace, TemperatureRange, anneal};
use super::graph::GraphSpace;
use super::grid::BoardSpace;
use cat_and_mouse::Game;
use cat_and_mouse::game::Player;
use mousetrap_suite::generate::{RandomStream, Seed};

/// A set of instances in which to find the longest forced win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// The mouse's longest win on boards of one size with given jump lengths.
    Boards {
        /// The numbers of rows and columns, each at most 8.
        size: (u16, u16),
        /// The maximum jump lengths of cat and mouse.
        jumps: (u16, u16),
    },
    /// The longest win of one player on graphs of one size.
    Graphs {
        /// The player whose longest win is sought.
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

    /// Restarts the search and runs it for `steps` steps. The random numbers of the search depend
    /// only on `seed` and the restart's `number`. Returns false if the restart was stopped.
    pub(crate) fn run_restart(
        &self,
        seed: Seed,
        number: usize,
        steps: u64,
        watch: &mut AnnealingObserver<'_>,
    ) -> bool {
        let recipe = format!("hunt/{}", self.game().id());
        let mut stream = RandomStream::named(&recipe, &self.to_string(), seed, number);
        match *self {
            Self::Boards { size, jumps } => anneal_with_random_temperatures(
                &mut BoardSpace::new(size, jumps),
                steps,
                &mut stream,
                watch,
            ),
            Self::Graphs { winner, nodes } => {
                let mut graphs = GraphSpace { nodes, winner };
                if number.is_multiple_of(2) {
                    return anneal_with_random_temperatures(&mut graphs, steps, &mut stream, watch);
                }
                // Every second restart grows its graph from a smaller one. A long win of the cat
                // consists of many short wins, which the search must separate again, so the cat
                // needs a higher initial temperature.
                let (low, high) = match winner {
                    Player::Cat => (500, 2000),
                    Player::Mouse => (150, 600),
                };
                let cooling = TemperatureRange {
                    from: u64::from(stream.random_in_range(low, high)),
                    to: u64::from(stream.random_in_range(50, 100)),
                };
                graphs.grow_from_smaller_graph(cooling, steps, &mut stream, watch)
            }
        }
    }
}

impl fmt::Display for Target {
    /// Writes the name of the case with the longest known win for this target, such as
    /// `mouse-win-8x8-cat-1-mouse-4` or `cat-win-50`.
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

/// Chooses random temperatures for a restart, and runs the restart. Returns false if the restart
/// was stopped.
fn anneal_with_random_temperatures<L: SearchSpace>(
    space: &mut L,
    steps: u64,
    stream: &mut RandomStream,
    watch: &mut AnnealingObserver<'_>,
) -> bool {
    let cooling = TemperatureRange {
        from: u64::from(stream.random_in_range(200, 1200)),
        to: u64::from(stream.random_in_range(40, 200)),
    };
    let start = space.random_state(stream);
    anneal(space, start, cooling, steps, stream, watch).is_some()
}
