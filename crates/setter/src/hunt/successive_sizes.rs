//! Searches for long wins on graphs of increasing size. Each search adds a node to the best graph
//! of the previous size.

use std::ops::RangeInclusive;

use super::anneal::{ClimbObserver, Cooling, Landscape, climb};
use super::graph::{Graphs, Neighbours};
use cat_and_mouse::Instance;
use cat_and_mouse::game::Player;
use cat_and_mouse::solve::graph::word_solver::MAX_NODES;
use mousetrap_suite::generate::{Seed, Stream};

/// The numbers of nodes that a round searches.
const SIZES: RangeInclusive<usize> = 4..=50;

/// The number of searches in a round: one for each size and each player.
const SEARCHES_PER_ROUND: usize = 2 * (50 - 4 + 1);

/// The player and size for which long wins are rare. This search begins with a random graph and
/// takes more steps. 8 nodes are the smallest size at which a win can take more than two plies per
/// node. Finding the only such win takes several hundred thousand steps.
const RARE_LONG_WIN: (Player, usize) = (Player::Mouse, 8);

/// Returns the number of states that a search of the first round scores.
const fn steps(winner: Player, nodes: usize) -> u64 {
    match (winner, nodes) {
        RARE_LONG_WIN => 800_000,
        (_, ..=12) => 20_000,
        _ => 2000,
    }
}

/// A search for long wins at all sizes, round after round.
#[derive(Debug)]
pub(crate) struct SuccessiveSizes {
    seed: Seed,
    /// The number of searches so far.
    searches: usize,
    /// The longest wins so far, for mouse and cat, by number of nodes.
    best: [Vec<Option<(u32, Neighbours)>>; 2],
}

impl SuccessiveSizes {
    pub(crate) fn new(seed: Seed) -> Self {
        Self {
            seed,
            searches: 0,
            best: [vec![None; MAX_NODES], vec![None; MAX_NODES]],
        }
    }

    /// Returns the number of complete rounds.
    pub(crate) const fn rounds(&self) -> usize {
        self.searches / SEARCHES_PER_ROUND
    }

    /// Searches at the next size. Returns the instance that was found if its win is the longest so
    /// far.
    pub(crate) fn search_next_size(&mut self) -> Option<Instance> {
        let (round, search) = (self.rounds(), self.searches % SEARCHES_PER_ROUND);
        let (side, nodes) = (search % 2, SIZES.start() + search / 2);
        let winner = [Player::Mouse, Player::Cat][side];
        let mut stream = Stream::named("hunt/913", "relay", self.seed, self.searches);
        self.searches += 1;
        let mut land = Graphs { nodes, winner };
        let own = self.best[side][nodes];
        let start = match (own, self.best[side][nodes - 1]) {
            (Some((_, own)), _) if round % 2 == 1 => own,
            _ if (winner, nodes) == RARE_LONG_WIN => land.start(&mut stream),
            (_, Some((_, smaller))) => land.with_node(&smaller, &mut stream),
            _ => land.start(&mut stream),
        };
        let cooling = Cooling {
            from: u64::from(stream.between(150, 600)),
            to: u64::from(stream.between(50, 100)),
        };
        let steps = steps(winner, nodes) << round.min(8);
        let mut watch = ClimbObserver {
            better: &mut |_, _| (),
            should_continue: &|_| true,
        };
        let found = climb(&mut land, start, cooling, steps, &mut stream, &mut watch)?;
        let score = land.score(&found)?;
        if own.is_some_and(|(longest, _)| longest >= score) {
            return None;
        }
        self.best[side][nodes] = Some((score, found));
        land.instance(&found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cat_and_mouse::game::Outcome;

    #[test]
    fn two_rounds_find_long_wins_at_every_size() {
        let mut sizes = SuccessiveSizes::new(Seed(1));
        let mut longest = [[0; 51]; 2];
        while sizes.rounds() < 2 {
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
