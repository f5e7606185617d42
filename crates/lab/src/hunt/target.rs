//! What is hunted: a goal, a size, and the jumps.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::anneal::{Cooling, Landscape, Watcher, climb};
use super::graph::{self, Graphs};
use super::grid::{self, Boards};
use super::slow::{SlowBoards, SlowGraphs, Work};
use crate::strength::effort;
use cat_and_mouse::game::Player;
use cat_and_mouse::problem::{Instance, Problem};
use mousetrap_suite::generate::{Seed, Stream};

mousetrap_base::choices! {
    /// What makes an instance extreme.
    #[derive(
        Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize,
    )]
    #[serde(rename_all = "kebab-case")]
    pub enum Goal {
        /// The longest forced win of the mouse, in plies
        MouseWin = "mouse-win",
        /// 913: the longest forced win of the cat, in plies
        CatWin = "cat-win",
        /// 913: the most positions that nobody can win
        Draws = "draws",
        /// 1728: the most moves of the mouse beyond those it would need without a
        /// cat
        Detour = "detour",
        /// 1728: the plies of a forced win in thousandths of twice the floor
        /// cells, a horizon that no known board is beyond
        Density = "density",
        /// The most steps of a topological sort of the positions
        QueueSteps = "queue-steps",
        /// The most calls of a search that remembers results by position and ply
        SearchCalls = "search-calls",
        /// The deepest recursion of a depth-first search
        Recursion = "recursion",
    }
}

impl Goal {
    /// What to count, where it is the work of an algorithm.
    fn work(self) -> Option<Work> {
        match self {
            Self::QueueSteps => Some(effort::queue_steps),
            Self::SearchCalls => Some(effort::search_calls),
            Self::Recursion => Some(effort::recursion),
            _ => None,
        }
    }
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

/// Called for each better instance of a restart: score and instance.
pub(crate) trait Hunter {
    /// A better instance than any before in this restart. It is made only if
    /// the hunter asks for it.
    fn better(&mut self, score: u32, instance: &dyn Fn() -> Option<Instance>);

    /// So many instances more have been scored; whether to go on.
    fn go_on(&mut self, scored: u64) -> bool;
}

impl Target {
    /// The problem whose instances these are.
    pub const fn problem(&self) -> Problem {
        match self {
            Self::Boards { .. } => Problem::CatAndMouse2,
            Self::Graphs { .. } => Problem::CatAndMouse,
        }
    }

    /// What counts.
    pub const fn goal(&self) -> Goal {
        match self {
            Self::Boards { goal, .. } | Self::Graphs { goal, .. } => *goal,
        }
    }

    /// The unit of its scores.
    pub const fn unit(&self) -> &'static str {
        match self.goal() {
            Goal::MouseWin | Goal::CatWin => "plies",
            Goal::Draws => "draws",
            Goal::Detour => "moves",
            Goal::Density => "‰",
            Goal::QueueSteps => "steps",
            Goal::SearchCalls => "calls",
            Goal::Recursion => "calls deep",
        }
    }

    /// The score of an instance of this target, for comparison with a catch.
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

    /// Runs one restart. Whether it came to its end.
    pub(crate) fn restart(
        &self,
        seed: Seed,
        number: usize,
        steps: u64,
        hunter: &mut dyn Hunter,
    ) -> bool {
        let recipe = format!("hunt/{}", self.problem().id());
        let mut stream = Stream::named(&recipe, &self.to_string(), seed, number);
        // A ply or a move is a step of this many in the score.
        let unit = match self.goal() {
            Goal::Density => 12,
            Goal::QueueSteps | Goal::SearchCalls => 200,
            Goal::Recursion => 8,
            _ => 1,
        };
        match (*self, self.goal().work()) {
            (Self::Boards { size, jumps, .. }, Some(work)) => {
                let slow = || SlowBoards {
                    boards: Boards::new(size, jumps, grid::Worth::Depth),
                    work,
                };
                let shown = slow();
                let show =
                    |placed: &_| -> Option<Instance> { Some(shown.instance(placed)?.into()) };
                run(&mut slow(), &show, unit, steps, &mut stream, hunter)
            }
            (Self::Graphs { nodes, .. }, Some(work)) => {
                let worth = graph::Worth::Draws;
                let slow = || SlowGraphs {
                    graphs: Graphs { nodes, worth },
                    work,
                };
                let shown = slow();
                let show =
                    |around: &_| -> Option<Instance> { Some(shown.instance(around)?.into()) };
                run(&mut slow(), &show, unit, steps, &mut stream, hunter)
            }
            (Self::Boards { goal, size, jumps }, None) => {
                let worth = match goal {
                    Goal::Detour => grid::Worth::Excess,
                    Goal::Density => grid::Worth::Density,
                    _ => grid::Worth::Depth,
                };
                let mut land = Boards::new(size, jumps, worth);
                let shown = Boards::new(size, jumps, worth);
                let show = |board: &_| -> Option<Instance> { Some(shown.instance(board)?.into()) };
                run(&mut land, &show, unit, steps, &mut stream, hunter)
            }
            (Self::Graphs { goal, nodes }, None) => {
                let worth = match goal {
                    Goal::CatWin => graph::Worth::Win(Player::Cat),
                    Goal::Draws => graph::Worth::Draws,
                    _ => graph::Worth::Win(Player::Mouse),
                };
                let mut land = Graphs { nodes, worth };
                let show = |around: &_| -> Option<Instance> {
                    Some(Graphs { nodes, worth }.instance(around)?.into())
                };
                // Every other restart grows its graph.
                if number % 2 == 1 && goal != Goal::Draws {
                    // The cat's wins are many small ones that add up, and need
                    // to come apart again; the mouse's are made of one piece.
                    let from = match goal {
                        Goal::CatWin => stream.between(500, 2000),
                        _ => stream.between(150, 600),
                    };
                    let cooling = Cooling {
                        from: u64::from(from),
                        to: u64::from(stream.between(50, 100)),
                    };
                    let mut watcher = Shown {
                        show: &show,
                        hunter,
                    };
                    land.grow(cooling, steps, &mut stream, &mut watcher)
                } else {
                    run(&mut land, &show, unit, steps, &mut stream, hunter)
                }
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

/// Makes an instance of a state.
type Show<'a, S> = &'a dyn Fn(&S) -> Option<Instance>;

/// Draws how hot a restart is, and climbs.
fn run<L: Landscape>(
    land: &mut L,
    show: Show<'_, L::State>,
    unit: u64,
    steps: u64,
    stream: &mut Stream,
    hunter: &mut dyn Hunter,
) -> bool {
    let cooling = Cooling {
        from: unit * u64::from(stream.between(200, 1200)),
        to: unit * u64::from(stream.between(40, 200)),
    };
    let start = land.start(stream);
    climb(
        land,
        start,
        cooling,
        steps,
        stream,
        &mut Shown { show, hunter },
    )
    .is_some()
}

/// Turns states into instances for a hunter.
struct Shown<'a, S> {
    show: Show<'a, S>,
    hunter: &'a mut dyn Hunter,
}

impl<S> Watcher<S> for Shown<'_, S> {
    fn better(&mut self, score: u32, state: &S) {
        self.hunter.better(score, &|| (self.show)(state));
    }

    fn go_on(&mut self, scored: u64) -> bool {
        self.hunter.go_on(scored)
    }
}
