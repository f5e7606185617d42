//! Instances whose value is known from elsewhere: the samples of the problem
//! statements, and the longest forced games found.

use super::{compare_graph, compare_grid};
use crate::Instance;
use crate::game::{Bounds, Graph, Grid, Outcome, Ply};

/// Rows, cat jump, mouse jump, depth of the mouse's win.
pub(crate) const GRIDS: &[(&str, u16, u16, Option<u32>)] = &[
    ("####F/#C.../M....", 1, 2, Some(5)),
    ("M.C...F", 1, 4, Some(3)),
    ("M.C...F", 1, 3, None),
    ("C...#/...#F/....#/M....", 2, 5, None),
    (".M.../..#../#..#./C#.#./...#F", 3, 1, Some(13)),
    (
        "....#.../.##M#.#./.#C#..#./..#..#../.#..#..#/.#.#..#F/.#.#.#../...#....",
        1,
        1,
        Some(79),
    ),
    (
        "...#..../.#...##./..###C#./.....#M./####..##/....#.../.##..##./..F#....",
        7,
        1,
        Some(79),
    ),
    (
        "#.M#...#/..#..#../.#..#F#./...#..#./###..#../....#..#/.###..##/.....##C",
        1,
        2,
        Some(61),
    ),
    (
        ".F#...#./..#.#..#/..#..#../..#..C#./......../....#M#./.#..#.#./...##...",
        1,
        4,
        Some(55),
    ),
    (
        "F..#...#/.#....../..#.#..#/......../#.#....#/...#..../.#.MC#../##......",
        2,
        6,
        Some(43),
    ),
];

/// `LeetCode` form and value.
pub(crate) const GRAPHS: &[(&str, Outcome)] = &[
    ("[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]", Outcome::Draw),
    ("[[1,3],[0],[3],[0,2]]", mouse(1)),
    (
        "[[2,5,7],[3,4,5,6],[0,3,4,5],[1,2,6,7],[1,2,5,6],[0,1,2,4,7],[1,3,4,7],[0,3,5,6]]",
        mouse(17),
    ),
    (
        "[[3,9],[3,5,8,9],[3,5,6,9],[0,1,2,4,6,7],[3,5,6,7,8],[1,2,4,9],[2,3,4,8],[3,4,9],[1,4,6,9],[0,1,2,5,7,8]]",
        mouse(33),
    ),
    (
        "[[3,5],[2,4,6],[1,3,6,7],[0,2,4,5,8],[1,3,8,9],[0,3,7,8],[1,2,7],[2,5,6,9],[3,4,5,9],[4,7,8]]",
        cat(36),
    ),
    (
        "[[10],[6,13,15],[4,7,17],[9,14,19],[2,14,16,19],[8,9,16,19],[1,11,15,18],[2,16,17],[5,11,12,18],[3,5,12],[0],[6,8],[8,9,13],[1,12,18],[3,4,17],[1,6],[4,5,7],[2,7,14],[6,8,13],[3,4,5]]",
        cat(152),
    ),
];

const fn mouse(depth: u32) -> Outcome {
    Outcome::Mouse { depth: Ply(depth) }
}

const fn cat(depth: u32) -> Outcome {
    Outcome::Cat {
        depth: Some(Ply(depth)),
    }
}

pub(crate) fn grids() -> impl Iterator<Item = (Grid, Outcome)> {
    GRIDS.iter().map(|&(rows, cat_jump, mouse_jump, depth)| {
        let rows: Vec<&str> = rows.split('/').collect();
        let grid = Grid::from_rows(&rows, cat_jump, mouse_jump, Bounds::Contest).unwrap();
        (grid, depth.map_or(Outcome::Cat { depth: None }, mouse))
    })
}

pub(crate) fn graphs() -> impl Iterator<Item = (Graph, Outcome)> {
    GRAPHS
        .iter()
        .map(|&(text, outcome)| (Graph::parse(text, Bounds::Contest).unwrap(), outcome))
}

#[test]
fn known_instances_have_their_known_outcomes() {
    for (grid, outcome) in grids() {
        compare_grid(&grid);
        check(&grid.into(), outcome);
    }
    for (graph, outcome) in graphs() {
        compare_graph(&graph);
        check(&graph.into(), outcome);
    }
}

fn check(instance: &Instance, outcome: Outcome) {
    assert_eq!(instance.solve(), outcome, "{}", instance.text());
    let certificate = instance.certify();
    assert_eq!(certificate.outcome, outcome);
    assert_eq!(instance.check(&certificate), Ok(()));
}
