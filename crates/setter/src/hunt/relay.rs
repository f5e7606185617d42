//! Long wins at every number of nodes, soon: each size begins where the one
//! below it ended, with a node more.

use super::anneal::{Cooling, Landscape, Watch, climb};
use super::graph::{Around, Graphs};
use super::target::Goal;
use cat_and_mouse::Instance;
use cat_and_mouse::solve::graph::words::MOST_NODES;
use mousetrap_suite::generate::{Seed, Stream};

/// The sizes of a round.
const SIZES: std::ops::RangeInclusive<usize> = 4..=50;

/// Legs of a round: each size for mouse and cat.
const LEGS: usize = 2 * (50 - 4 + 1);

/// States that are scored at a size in the first round. On few nodes the longest
/// wins are rare: the only one of more than two plies a node on 8, the first size
/// that has any, takes some hundred thousand.
const fn steps(goal: Goal, nodes: usize) -> u64 {
    match (goal, nodes) {
        RARE => 800_000,
        (_, ..=12) => 20_000,
        _ => 2000,
    }
}

/// Where a search begins anew.
const RARE: (Goal, usize) = (Goal::MouseWin, 8);

/// A search that goes through all sizes, round after round.
#[derive(Debug)]
pub(crate) struct Relay {
    seed: Seed,
    legs: usize,
    /// The longest so far, for mouse and cat, by nodes.
    best: [Vec<Option<(u32, Around)>>; 2],
}

impl Relay {
    /// Nothing searched yet.
    pub(crate) fn new(seed: Seed) -> Self {
        Self {
            seed,
            legs: 0,
            best: [vec![None; MOST_NODES], vec![None; MOST_NODES]],
        }
    }

    /// Rounds that are done.
    pub(crate) fn rounds(&self) -> usize {
        self.legs / LEGS
    }

    /// Searches at the next size; what it finds if that is the longest so far.
    pub(crate) fn next(&mut self) -> Option<Instance> {
        let (round, leg) = (self.rounds(), self.legs % LEGS);
        let (side, nodes) = (leg % 2, SIZES.start() + leg / 2);
        let goal = [Goal::MouseWin, Goal::CatWin][side];
        let mut stream = Stream::named("hunt/913", "relay", self.seed, self.legs);
        self.legs += 1;
        let mut land = Graphs {
            nodes,
            goal,
            max_plies: None,
        };
        let own = self.best[side][nodes];
        let start = match (own, self.best[side][nodes - 1]) {
            (Some((_, own)), _) if round % 2 == 1 => own,
            _ if (goal, nodes) == RARE => land.start(&mut stream),
            (_, Some((_, below))) => land.with_node(&below, &mut stream),
            _ => land.start(&mut stream),
        };
        let cooling = Cooling {
            from: u64::from(stream.between(150, 600)),
            to: u64::from(stream.between(50, 100)),
        };
        let steps = steps(goal, nodes) << round.min(8);
        let mut watch = Watch {
            better: &mut |_, _| (),
            go_on: &|_| true,
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
    fn a_round_or_two_find_wins_of_more_than_two_plies_a_node_at_every_size() {
        let mut relay = Relay::new(Seed(1));
        let mut longest = [[0; 51]; 2];
        while relay.rounds() < 2 {
            if let Some(instance) = relay.next() {
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
                // No win of the cat takes more than 16 plies on 8 nodes.
                let binds = nodes > 8 || side == "mouse";
                assert!(!binds || depth > 2 * nodes, "{nodes} {side}: {depth}");
            }
        }
    }
}
