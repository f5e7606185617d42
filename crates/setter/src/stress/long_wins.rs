//! Searches for long forced wins, which reveal submissions that stop their search too early.

use crate::hunt::{AnnealingObserver, GraphSizeSearch, Target};
use cat_and_mouse::variant::Variant;
use cat_and_mouse::{Game, Instance};
use mousetrap_suite::generate::Seed;

/// The initial number of generation steps between two searches on boards.
const INITIAL_STEPS_BETWEEN_BOARD_SEARCHES: usize = 40;

/// The initial number of generation steps between two searches on graphs.
const INITIAL_STEPS_BETWEEN_GRAPH_SEARCHES: usize = 8;

/// The board sizes in the order in which they are searched, and the number of boards to score in
/// one search. With these settings, a few searches find 79-ply wins on 8×8 boards, and there are
/// published solutions that miss such wins.
const SEARCHED_BOARD_SIZES: [((u16, u16), u64); 10] = [
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

/// Searches for long wins on graphs or boards of many sizes, at increasing intervals.
#[derive(Debug)]
pub(super) struct LongWinSearches {
    game: Game,
    seed: Seed,
    /// The number of generation steps after which the next search starts.
    due_at: usize,
    graphs: GraphSizeSearch,
    /// The number of finished searches on boards.
    searches: usize,
    /// The length, in plies, of the longest win found for each entry of [`SEARCHED_BOARD_SIZES`].
    records: [u32; SEARCHED_BOARD_SIZES.len()],
}

impl LongWinSearches {
    /// Creates the searches for long wins in a game.
    pub(super) fn new(game: Game, seed: Seed) -> Self {
        Self {
            game,
            seed,
            due_at: match game {
                Game::CatAndMouse => INITIAL_STEPS_BETWEEN_GRAPH_SEARCHES,
                Game::CatAndMouse2 => INITIAL_STEPS_BETWEEN_BOARD_SEARCHES,
            },
            graphs: GraphSizeSearch::new(seed),
            searches: 0,
            records: [0; SEARCHED_BOARD_SIZES.len()],
        }
    }

    /// Runs the next search if enough instances have been generated since the last search. Returns
    /// the instances that set a new record for the longest win on instances of their size, shorter
    /// wins first. Each instance is followed by a symmetric variant, whose win is equally long.
    pub(super) fn search_if_due(&mut self, steps: usize) -> Vec<Instance> {
        if steps < self.due_at {
            return Vec::new();
        }
        let (found, variant) = match self.game {
            Game::CatAndMouse => {
                self.due_at += INITIAL_STEPS_BETWEEN_GRAPH_SEARCHES
                    << self.graphs.complete_round_count().min(16);
                (
                    Vec::from_iter(self.graphs.search_next_size()),
                    Variant::Reversed,
                )
            }
            Game::CatAndMouse2 => {
                self.due_at += INITIAL_STEPS_BETWEEN_BOARD_SEARCHES
                    << (self.searches / SEARCHED_BOARD_SIZES.len()).min(16);
                (self.search_boards(), Variant::HalfTurned)
            }
        };
        let with_variant = |instance: Instance| {
            let other = instance.variant(variant);
            std::iter::once(instance).chain(other)
        };
        found.into_iter().flat_map(with_variant).collect()
    }

    fn search_boards(&mut self) -> Vec<Instance> {
        let entry = self.searches % SEARCHED_BOARD_SIZES.len();
        self.searches += 1;
        let (size, steps) = SEARCHED_BOARD_SIZES[entry];
        let jumps = (1, 1);
        let record = &mut self.records[entry];
        let mut found = Vec::new();
        let mut watch = AnnealingObserver {
            on_improvement: &mut |score, instance| {
                if score > *record {
                    *record = score;
                    found.extend(instance());
                }
            },
            should_continue: &|_| true,
        };
        let target = Target::Boards { size, jumps };
        target.run_restart(self.seed, self.searches, steps, &mut watch);
        found
    }
}
