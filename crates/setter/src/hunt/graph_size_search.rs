//! Searches for long wins on graphs of increasing size. Most searches begin with the best graph of
//! the previous size and add a node to it.

use std::ops::RangeInclusive;

use super::anneal::{AnnealingObserver, SearchSpace, TemperatureRange, anneal};
use super::graph::{GraphSpace, Neighbours};
use cat_and_mouse::Instance;
use cat_and_mouse::game::Player;
use cat_and_mouse::solve::graph::bitset_solver::MAX_NODES;
use mousetrap_suite::generate::{RandomStream, Seed};

/// The node counts of the graphs that one round of searches covers, in this order.
const SEARCHED_NODE_COUNTS: RangeInclusive<usize> = 4..=50;

/// The number of searches in a round: one for each size and each player.
const SEARCHES_PER_ROUND: usize = 2 * (50 - 4 + 1);

/// The combination of winner and node count for which long wins are hardest to find. In every second
/// round, the search for this combination begins with a random graph. The search takes more steps
/// than others. On a graph with 8 nodes, the mouse has only one win that takes more than 16 plies,
/// and finding it takes several hundred thousand steps.
const HARDEST_SEARCH: (Player, usize) = (Player::Mouse, 8);

/// Returns the number of annealing steps of a search in the first round.
const fn step_count(winner: Player, nodes: usize) -> u64 {
    match (winner, nodes) {
        HARDEST_SEARCH => 800_000,
        (_, ..=12) => 20_000,
        _ => 2000,
    }
}

/// A search for long wins on graphs. Each round searches every size once for each player.
#[derive(Debug)]
pub(crate) struct GraphSizeSearch {
    seed: Seed,
    /// The number of finished searches.
    searches: usize,
    /// The longest wins found so far and their graphs: for the mouse and for the cat, indexed by
    /// node count.
    best: [Vec<Option<(u32, Neighbours)>>; 2],
}

impl GraphSizeSearch {
    pub(crate) fn new(seed: Seed) -> Self {
        Self {
            seed,
            searches: 0,
            best: [vec![None; MAX_NODES], vec![None; MAX_NODES]],
        }
    }

    /// Returns the number of complete rounds.
    pub(crate) const fn complete_round_count(&self) -> usize {
        self.searches / SEARCHES_PER_ROUND
    }

    /// Searches graphs of the next size. Returns the best instance if its win is the longest found
    /// so far for its size and winner.
    pub(crate) fn search_next_size(&mut self) -> Option<Instance> {
        let round = self.complete_round_count();
        let search = self.searches % SEARCHES_PER_ROUND;
        let (side, nodes) = (search % 2, SEARCHED_NODE_COUNTS.start() + search / 2);
        let winner = [Player::Mouse, Player::Cat][side];
        let mut stream = RandomStream::named("hunt/913", "relay", self.seed, self.searches);
        self.searches += 1;
        let mut space = GraphSpace { nodes, winner };
        let previous = self.best[side][nodes];
        let start = match (previous, self.best[side][nodes - 1]) {
            (Some((_, graph)), _) if round % 2 == 1 => graph,
            _ if (winner, nodes) == HARDEST_SEARCH => space.random_state(&mut stream),
            (_, Some((_, smaller))) => space.add_node(&smaller, &mut stream),
            _ => space.random_state(&mut stream),
        };
        let cooling = TemperatureRange {
            from: u64::from(stream.random_in_range(150, 600)),
            to: u64::from(stream.random_in_range(50, 100)),
        };
        let steps = step_count(winner, nodes) << round.min(8);
        let mut watch = AnnealingObserver {
            on_improvement: &mut |_, _| (),
            should_continue: &|_| true,
        };
        let found = anneal(&mut space, start, cooling, steps, &mut stream, &mut watch)?;
        let score = space.score(&found)?;
        if previous.is_some_and(|(longest, _)| longest >= score) {
            return None;
        }
        self.best[side][nodes] = Some((score, found));
        space.best_instance(&found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cat_and_mouse::game::Outcome;

    #[test]
    fn two_rounds_find_long_wins_at_every_size() {
        let mut sizes = GraphSizeSearch::new(Seed(1));
        let mut longest = [[0; 51]; 2];
        while sizes.complete_round_count() < 2 {
            if let Some(instance) = sizes.search_next_size() {
                let outcome = instance.solve();
                let side = usize::from(matches!(outcome, Outcome::Cat { .. }));
                let depth = outcome.depth().unwrap().0;
                let record = &mut longest[side][instance.size()];
                assert!(depth > *record, "{depth} after {record}");
                *record = depth;
            }
        }
        for nodes in 8..=50_u32 {
            for (side, record) in ["mouse", "cat"].into_iter().zip(&longest) {
                let depth = record[nodes as usize];
                // On 8 nodes, the cat's longest win takes 16 plies.
                let binds = nodes > 8 || side == "mouse";
                assert!(!binds || depth > 2 * nodes, "{nodes} {side}: {depth}");
            }
        }
    }
}
