//! Searching for long forced wins, for submissions that give up early.

use crate::hunt::{Goal, Hunter, Target};
use cat_and_mouse::problem::{Instance, Problem};
use mousetrap_suite::generate::Seed;

/// Draws between two searches, at first.
const GAP: usize = 40;

/// Where to search, and how many instances to score in one search. Small ones
/// come first; the large ones are searched thoroughly enough for a few
/// searches to find the wins that submissions in the wild give up on: 79 plies
/// on a board, more than four plies a node on a graph.
fn search_plan(problem: Problem) -> Vec<(Target, u64)> {
    let board = |rows, cols, steps| {
        let target = Target::Boards {
            goal: Goal::MouseWin,
            size: (rows, cols),
            jumps: (1, 1),
        };
        (target, steps)
    };
    let graph = |goal, nodes, steps| (Target::Graphs { goal, nodes }, steps);
    match problem {
        Problem::CatAndMouse2 => vec![
            board(2, 3, 500),
            board(2, 4, 500),
            board(3, 3, 1000),
            board(3, 4, 2000),
            board(4, 4, 5000),
            board(5, 5, 10_000),
            board(6, 6, 10_000),
            board(7, 7, 100_000),
            board(8, 8, 50_000),
            board(8, 8, 1_000_000),
        ],
        Problem::CatAndMouse => vec![
            graph(Goal::MouseWin, 6, 500),
            graph(Goal::CatWin, 6, 500),
            graph(Goal::MouseWin, 8, 2000),
            graph(Goal::CatWin, 8, 2000),
            graph(Goal::MouseWin, 10, 5000),
            graph(Goal::CatWin, 10, 5000),
            graph(Goal::MouseWin, 12, 10_000),
            graph(Goal::CatWin, 20, 10_000),
            graph(Goal::MouseWin, 16, 100_000),
            graph(Goal::MouseWin, 20, 50_000),
            graph(Goal::MouseWin, 24, 100_000),
            graph(Goal::MouseWin, 30, 100_000),
            graph(Goal::CatWin, 50, 10_000),
            graph(Goal::MouseWin, 50, 25_000),
            graph(Goal::MouseWin, 30, 100_000),
        ],
    }
}

/// Searches that take turns, ever more rarely.
#[derive(Debug)]
pub(super) struct LongWins {
    seed: Seed,
    plan: Vec<(Target, u64)>,
    /// The longest win that each has handed out.
    records: Vec<u32>,
    searches: usize,
    /// When the next search is due, in draws.
    due: usize,
}

impl LongWins {
    /// Searches on boards or graphs of a problem.
    pub(super) fn new(problem: Problem, seed: Seed) -> Self {
        let plan = search_plan(problem);
        Self {
            seed,
            records: vec![0; plan.len()],
            plan,
            searches: 0,
            due: GAP,
        }
    }

    /// After so many draws: if a search is due, the instances it finds with
    /// wins longer than any before at its place, the longest last.
    pub(super) fn after(&mut self, drawn: usize) -> Vec<Instance> {
        if drawn < self.due {
            return Vec::new();
        }
        let (round, turn) = (
            self.searches / self.plan.len(),
            self.searches % self.plan.len(),
        );
        self.searches += 1;
        self.due += GAP << round;
        let (target, steps) = self.plan[turn];
        let mut finds = Finds {
            record: &mut self.records[turn],
            instances: Vec::new(),
        };
        // Two turns at one place are not the same search.
        let restart = self.searches;
        target.restart(self.seed, restart, steps, &mut finds);
        finds.instances
    }
}

/// Collects what beats the record.
struct Finds<'a> {
    record: &'a mut u32,
    instances: Vec<Instance>,
}

impl Hunter for Finds<'_> {
    fn better(&mut self, score: u32, instance: &dyn Fn() -> Option<Instance>) {
        if score > *self.record {
            *self.record = score;
            self.instances.extend(instance());
        }
    }

    fn go_on(&mut self, _: u64) -> bool {
        true
    }
}
