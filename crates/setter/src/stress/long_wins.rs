//! Searching for long forced wins, for submissions that give up early.

use crate::hunt::{Restart, SuccessiveSizes, Target, Watch};
use cat_and_mouse::variant::Variant;
use cat_and_mouse::{Game, Instance};
use mousetrap_suite::generate::Seed;

/// Draws between two searches on boards, at first.
const BOARD_GAP: usize = 40;

/// Draws between two searches on graphs, at first.
const GRAPH_GAP: usize = 8;

/// Where to search on boards, and how many to score in one search. Small ones
/// come first; the large ones are searched thoroughly enough for a few
/// searches to find the wins that submissions in the wild give up on: 79 plies.
const BOARDS: [((u16, u16), u64); 10] = [
    ((2, 3), 500),
    ((2, 4), 500),
    ((3, 3), 1000),
    ((3, 4), 2000),
    ((4, 4), 5000),
    ((5, 5), 10_000),
    ((6, 6), 10_000),
    ((7, 7), 100_000),
    ((8, 8), 50_000),
    ((8, 8), 1_000_000),
];

/// Searches that take turns, ever more rarely.
#[derive(Debug)]
pub(super) struct LongWins {
    searches: Searches,
    /// When the next search is due, in draws.
    due: usize,
}

#[derive(Debug)]
enum Searches {
    Graphs(SuccessiveSizes),
    Boards(Plan),
}

impl LongWins {
    /// Searches on boards or graphs of a problem.
    pub(super) fn new(game: Game, seed: Seed) -> Self {
        match game {
            Game::CatAndMouse => Self {
                searches: Searches::Graphs(SuccessiveSizes::new(seed)),
                due: GRAPH_GAP,
            },
            Game::CatAndMouse2 => Self {
                searches: Searches::Boards(Plan {
                    seed,
                    records: [0; BOARDS.len()],
                    searches: 0,
                }),
                due: BOARD_GAP,
            },
        }
    }

    /// After so many draws: if a search is due, the instances it finds with
    /// wins longer than any before at its place, the longest last. Each is
    /// followed by a form of it in another order.
    pub(super) fn after(&mut self, drawn: usize) -> Vec<Instance> {
        if drawn < self.due {
            return Vec::new();
        }
        let (found, other) = match &mut self.searches {
            Searches::Graphs(sizes) => {
                self.due += GRAPH_GAP << sizes.rounds().min(16);
                (Vec::from_iter(sizes.next()), Variant::Reversed)
            }
            Searches::Boards(plan) => {
                self.due += BOARD_GAP << (plan.searches / BOARDS.len()).min(16);
                (plan.next(), Variant::HalfTurned)
            }
        };
        let forms = |instance: Instance| {
            let other = instance.variant(other);
            std::iter::once(instance).chain(other)
        };
        found.into_iter().flat_map(forms).collect()
    }
}

/// Where searches on boards are.
#[derive(Debug)]
struct Plan {
    seed: Seed,
    /// The longest win that each has handed out.
    records: [u32; BOARDS.len()],
    searches: usize,
}

impl Plan {
    fn next(&mut self) -> Vec<Instance> {
        let turn = self.searches % BOARDS.len();
        self.searches += 1;
        let (size, steps) = BOARDS[turn];
        let target = Target::Boards {
            size,
            jumps: (1, 1),
        };
        let record = &mut self.records[turn];
        let mut found = Vec::new();
        let mut watch = Watch {
            better: &mut |score, instance| {
                if score > *record {
                    *record = score;
                    found.extend(instance());
                }
            },
            go_on: &|_| true,
        };
        // Two turns at one place are not the same search.
        let restart = Restart {
            seed: self.seed,
            number: self.searches,
            steps,
        };
        target.restart(restart, &mut watch);
        found
    }
}
