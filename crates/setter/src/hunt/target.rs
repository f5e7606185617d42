//! The targets of a hunt: goals among the instances of a size.

use std::fmt;

use super::anneal::{Cooling, Landscape, Watch, climb};
use super::goal::Goal;
use super::graph::{self, Graphs};
use super::grid::{self, Boards, SlowBoards};
use cat_and_mouse::{Game, Instance};
use mousetrap_suite::generate::{Seed, Stream};

/// A climb towards a target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Restart {
    /// Chooses the stream together with `number`.
    pub(crate) seed: Seed,
    /// The number of the restart.
    pub(crate) number: usize,
    /// Maximum number of instances to score.
    pub(crate) steps: u64,
    /// Longer wins do not count.
    pub(crate) max_plies: Option<u32>,
}

/// The instances among which to hunt, and for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// Boards of at most 8×8 cells: rows and columns, the jumps of cat and
    /// mouse.
    Boards {
        /// What counts: a mouse win or a detour.
        goal: Goal,
        /// Rows and columns, each at most 8.
        size: (u16, u16),
        /// Longest jumps of cat and mouse.
        jumps: (u16, u16),
    },
    /// Graphs of so many nodes, from 4 to 64.
    Graphs {
        /// What counts: a win or draws.
        goal: Goal,
        /// How many nodes.
        nodes: usize,
    },
}

impl Target {
    /// The problem whose instances these are.
    pub const fn game(&self) -> Game {
        match self {
            Self::Boards { .. } => Game::CatAndMouse2,
            Self::Graphs { .. } => Game::CatAndMouse,
        }
    }

    /// What counts.
    pub const fn goal(&self) -> Goal {
        match self {
            Self::Boards { goal, .. } | Self::Graphs { goal, .. } => *goal,
        }
    }

    /// Returns a score with its unit: `1 ply`, `39 plies`.
    pub fn with_unit(&self, score: u32) -> String {
        let (singular, plural) = match self.goal() {
            Goal::MouseWin | Goal::CatWin => ("ply", "plies"),
            Goal::Draws => ("draw", "draws"),
            Goal::Detour => ("move", "moves"),
            Goal::Density => ("‰", "‰"),
            Goal::QueueSteps => ("step", "steps"),
            Goal::SearchCalls => ("call", "calls"),
            Goal::Recursion => ("call deep", "calls deep"),
        };
        format!("{score} {}", if score == 1 { singular } else { plural })
    }

    /// The score of an instance of this target, for comparison with a find.
    pub fn score(&self, instance: &Instance) -> Option<u32> {
        if let Some(work) = self.goal().work() {
            return Some(work(instance));
        }
        match (self.goal(), instance) {
            (Goal::Detour, Instance::Grid(grid)) => grid::detour(grid),
            (Goal::Density, Instance::Grid(grid)) => grid::density(grid),
            (Goal::Draws, Instance::Graph(graph)) => graph::draws(graph),
            _ => instance.solve().depth().map(|depth| depth.0),
        }
    }

    /// Returns the maximum depth of an instance if wins longer than `plies` do not count.
    /// The mouse always wins on an odd ply.
    pub const fn deepest_within(&self, plies: u32) -> u32 {
        match self.goal() {
            Goal::MouseWin if plies.is_multiple_of(2) => plies.saturating_sub(1),
            _ => plies,
        }
    }

    /// Runs one restart. Returns whether it was not stopped.
    pub(crate) fn restart(&self, restart: Restart, watch: &mut Watch<'_>) -> bool {
        let Restart {
            seed,
            number,
            steps,
            max_plies,
        } = restart;
        let max_plies = max_plies.map(|plies| self.deepest_within(plies));
        let recipe = format!("hunt/{}", self.game().id());
        let mut stream = Stream::named(&recipe, &self.to_string(), seed, number);
        // A ply or a move is a step of this many in the score.
        let unit = match self.goal() {
            Goal::Density => 12,
            Goal::QueueSteps | Goal::SearchCalls => 200,
            Goal::Recursion => 8,
            _ => 1,
        };
        match *self {
            Self::Boards { goal, size, jumps } => {
                let mut boards = Boards::new(size, jumps, goal);
                boards.max_plies = max_plies;
                match goal.work() {
                    Some(work) => {
                        let mut boards = SlowBoards { boards, work };
                        run(&mut boards, unit, steps, &mut stream, watch)
                    }
                    None => run(&mut boards, unit, steps, &mut stream, watch),
                }
            }
            Self::Graphs { goal, nodes } => {
                let mut graphs = Graphs {
                    nodes,
                    goal,
                    max_plies,
                };
                // Every other restart for a win grows its graph. The cat's wins are many small
                // ones that add up, and need to come apart again; the mouse's are made of one
                // piece.
                let heat = match goal {
                    Goal::CatWin if number % 2 == 1 => (500, 2000),
                    Goal::MouseWin if number % 2 == 1 => (150, 600),
                    _ => return run(&mut graphs, unit, steps, &mut stream, watch),
                };
                let cooling = Cooling {
                    from: u64::from(stream.between(heat.0, heat.1)),
                    to: u64::from(stream.between(50, 100)),
                };
                graphs.grow(cooling, steps, &mut stream, watch)
            }
        }
    }
}

impl fmt::Display for Target {
    /// As the name of a case: `mouse-win-8x8-cat-1-mouse-4`, `cat-win-50`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boards {
                goal,
                size: (rows, cols),
                jumps: (cat, mouse),
            } => {
                write!(f, "{goal}-{rows}x{cols}-cat-{cat}-mouse-{mouse}")
            }
            Self::Graphs { goal, nodes } => write!(f, "{goal}-{nodes}"),
        }
    }
}

/// Draws the temperatures of a restart, and climbs. Returns whether it was not stopped.
fn run<L: Landscape>(
    land: &mut L,
    unit: u64,
    steps: u64,
    stream: &mut Stream,
    watch: &mut Watch<'_>,
) -> bool {
    let cooling = Cooling {
        from: unit * u64::from(stream.between(200, 1200)),
        to: unit * u64::from(stream.between(40, 200)),
    };
    let start = land.start(stream);
    climb(land, start, cooling, steps, stream, watch).is_some()
}
