//! Instances whose value is known from other sources: the samples of the problem
//! statements, and the longest known forced games.

use super::{compare_graph, compare_grid};
use crate::Instance;
use crate::game::tests::grid;
use crate::game::{Bounds, Graph, Outcome, Ply};

const DEEP_BOARD: &str = "....#.../.##M#.#./.#C#..#./..#..#../.#..#..#/.#.#..#F/.#.#.#../...#....";

const DEEP_GRAPH: &str = "[[3,5],[2,4,6],[1,3,6,7],[0,2,4,5,8],[1,3,8,9],[0,3,7,8],[1,2,7],\
                          [2,5,6,9],[3,4,5,9],[4,7,8]]";

/// Graphs in the `LeetCode` form: a draw, a win for the mouse and a win for the cat.
pub(super) fn graphs() -> impl Iterator<Item = (Graph, Outcome)> {
    let cat = |depth| Outcome::Cat {
        depth: Some(Ply(depth)),
    };
    let graphs = [
        ("[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]", Outcome::Draw),
        ("[[1,3],[0],[3],[0,2]]", Outcome::Mouse { depth: Ply(1) }),
        (DEEP_GRAPH, cat(36)),
    ];
    let graphs = graphs.into_iter();
    graphs.map(|(text, outcome)| (Graph::parse(text, Bounds::Contest).unwrap(), outcome))
}

#[test]
fn known_instances_have_their_known_outcomes() {
    for (rows, [cat, mouse], depth) in [
        ("####F/#C.../M....", [1, 2], Some(5)),
        ("M.C...F", [1, 4], Some(3)),
        ("M.C...F", [1, 3], None),
        ("C...#/...#F/....#/M....", [2, 5], None),
        (".M.../..#../#..#./C#.#./...#F", [3, 1], Some(13)),
        (DEEP_BOARD, [1, 1], Some(79)),
    ] {
        let grid = grid(rows, cat, mouse);
        compare_grid(&grid);
        let win = |depth| Outcome::Mouse { depth: Ply(depth) };
        let outcome = depth.map_or(Outcome::Cat { depth: None }, win);
        assert_outcome(&grid.into(), outcome);
    }
    for (graph, outcome) in graphs() {
        compare_graph(&graph);
        assert_outcome(&graph.into(), outcome);
    }
}

fn assert_outcome(instance: &Instance, outcome: Outcome) {
    assert_eq!(instance.solve(), outcome, "{}", instance.text());
    let certificate = instance.build_certificate();
    assert_eq!(certificate.outcome, outcome);
    assert_eq!(instance.check_certificate(&certificate), Ok(()));
}
