//! The longest games on all small graphs, known exactly from an independent
//! search. A solver that errs anywhere near the extremes cannot come to these
//! numbers. (Those on all small boards are with the exhaustion of boards.)

use super::super::graph;
use super::random;
use crate::game::Outcome;

#[test]
fn the_longest_games_on_small_graphs_are_known() {
    for (nodes, expect) in [(5, (5, 5)), (6, (7, 8)), (7, (9, 12))] {
        let mut most = (0, 0);
        random::every_graph_but_names(nodes, &mut |case| match graph::solve(case) {
            Outcome::Mouse { depth } => most.0 = depth.0.max(most.0),
            Outcome::Cat { depth } => most.1 = depth.map_or(0, |depth| depth.0).max(most.1),
            Outcome::Draw => {}
        });
        assert_eq!(most, expect, "{nodes} nodes");
    }
}
