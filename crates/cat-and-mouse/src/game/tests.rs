//! Parsing, printing and validation.

mod canonical;
mod refusals;

use proptest::prelude::*;

use super::{Bounds, Graph, Grid, Node, count_header_items};

const SAMPLES: [(&str, u16, u16); 4] = [
    ("####F/#C.../M....", 1, 2),
    ("M.C...F", 1, 4),
    ("C...#/...#F/....#/M....", 2, 5),
    (".M.../..#../#..#./C#.#./...#F", 3, 1),
];

fn grid(rows: &str, cat_jump: u16, mouse_jump: u16) -> Grid {
    let rows: Vec<&str> = rows.split('/').collect();
    Grid::from_rows(&rows, cat_jump, mouse_jump, Bounds::Extended).expect("a legal board")
}

#[test]
fn a_board_prints_in_both_forms() {
    let board = grid("####F/#C.../M....", 1, 2);
    assert_eq!(board.text(), "3 5 1 2\n####F\n#C...\nM....\n");
    assert_eq!(board.leetcode(), "[\"####F\",\"#C...\",\"M....\"]\n1\n2\n");
}

#[test]
fn a_graph_prints_in_both_forms_and_keeps_the_order_of_neighbours() {
    let graph = Graph::parse("[[2,1],[0],[0,3],[2]]", Bounds::Contest).unwrap();
    assert_eq!(graph.text(), "4\n2 2 1\n1 0\n2 0 3\n1 2\n");
    assert_eq!(graph.leetcode(), "[[2,1],[0],[0,3],[2]]\n");
    assert_eq!(Graph::parse(&graph.text(), Bounds::Contest).unwrap(), graph);
}

#[test]
fn a_board_is_read_however_it_was_pasted() {
    for (rows, cat, mouse) in SAMPLES {
        let board = grid(rows, cat, mouse);
        let list = board.leetcode().lines().next().unwrap().to_owned();
        for text in [
            board.text(),
            board.leetcode(),
            board.text().replace('\n', "\r\n"),
            board.leetcode().replace('\n', "\r\n"),
            format!("\u{feff}{}", board.text()),
            format!("\n {}\n\n", board.leetcode()),
            format!("{list}, {cat}, {mouse}"),
            format!("grid = {list}, catJump = {cat}, mouseJump = {mouse}"),
            format!("Input: grid = {list},\n catJump = {cat}, mouseJump = {mouse}\n"),
            format!("mouse_jump={mouse};cat_jump={cat};grid={list};"),
            format!("\"mouseJump\": {mouse}, \"catJump\": {cat}, \"grid\": {list}"),
            format!(
                "{}\n{cat}\n{mouse}",
                list.replace('"', "'").replace(',', " ,\n ")
            ),
            format!(
                "{}\n{cat}\n{mouse}",
                list.replace('[', "{").replace(']', "}")
            ),
        ] {
            assert_eq!(
                Grid::parse(&text, Bounds::Contest).as_ref(),
                Ok(&board),
                "{text}"
            );
        }
    }
}

#[test]
fn a_graph_is_read_however_it_was_pasted() {
    let graph = Graph::parse("[[1,3],[0],[3],[0,2]]", Bounds::Contest).unwrap();
    for text in [
        "4\n2 1 3\n1 0\n1 3\n2 0 2\n",
        "4\r\n2 1 3\r\n1 0\r\n1 3\r\n2 0 2",
        " 4 \n2\t1 3 \n1 0\n1 3\n2 0 2\n\n\n",
        "graph = [[1, 3], [0], [3], [0, 2]]",
        "Input: graph = [[1,3],[0],[3],[0,2]]",
        "{{1,3},{0},{3},{0,2}}",
        "\u{feff}[\n [1,3],\n [0],\n [3],\n [0,2],\n]\n",
    ] {
        assert_eq!(
            Graph::parse(text, Bounds::Contest).as_ref(),
            Ok(&graph),
            "{text}"
        );
    }
}

#[test]
fn an_animal_stays_or_jumps_straight_but_over_no_wall() {
    let board = grid("...#/.#../C.MF/.#../....", 1, 1);
    for (row, col, jump, expect) in [
        (2, 0, 1, "10 20 21 30"),
        (2, 0, 9, "00 10 20 21 22 23 30 40"),
        (2, 2, 2, "02 12 20 21 22 23 32 42"),
        (2, 1, 3, "20 21 22 23"),
        (4, 3, 2, "23 33 41 42 43"),
        (0, 2, 1, "01 02 12"),
    ] {
        let mut cells: Vec<String> = board
            .moves(board.square(row, col), jump)
            .map(|to| board.position(to))
            .map(|(row, col)| format!("{row}{col}"))
            .collect();
        cells.sort_unstable();
        assert_eq!(cells.join(" "), expect, "from {row}{col}");
    }
}

/// A random legal board, as rows and jumps.
fn any_grid() -> impl Strategy<Value = Grid> {
    (1..=8_u16, 1..=8_u16, 1..=8_u16, 1..=8_u16)
        .prop_filter("room for three", |(rows, cols, ..)| rows * cols >= 3)
        .prop_flat_map(|(rows, cols, cat_jump, mouse_jump)| {
            let cells = usize::from(rows * cols);
            (
                proptest::collection::vec(any::<bool>(), cells),
                Just((0..rows * cols).collect::<Vec<u16>>()).prop_shuffle(),
            )
                .prop_map(move |(walls, order)| {
                    let mut cells: Vec<char> = walls
                        .iter()
                        .map(|&wall| if wall { '#' } else { '.' })
                        .collect();
                    for (&at, piece) in order.iter().zip(['C', 'M', 'F']) {
                        cells[usize::from(at)] = piece;
                    }
                    let rows: Vec<String> = cells
                        .chunks(usize::from(cols))
                        .map(|row| row.iter().collect())
                        .collect();
                    Grid::from_rows(&rows, cat_jump, mouse_jump, Bounds::Contest).unwrap()
                })
        })
}

/// A random legal graph: a tree on all nodes but the hole, and more edges.
fn any_graph() -> impl Strategy<Value = Graph> {
    (3..=14_u16)
        .prop_flat_map(|nodes| {
            (
                proptest::collection::vec(any::<prop::sample::Index>(), usize::from(nodes)),
                proptest::collection::vec((0..nodes, 0..nodes), 0..30),
            )
        })
        .prop_map(|(parents, extra)| {
            let mut edges = vec![(0, 1)];
            for (node, parent) in (0..).zip(&parents).skip(2) {
                edges.push((1 + parent.index(usize::from(node) - 1) as Node, node));
            }
            for (a, b) in extra {
                edges.push((a.min(b), a.max(b)));
            }
            edges.retain(|(a, b)| a != b);
            edges.sort_unstable();
            edges.dedup();
            Graph::from_edges(parents.len(), &edges, Bounds::Contest).unwrap()
        })
}

/// A legal text with some bytes cut, repeated or replaced.
fn damaged(text: String) -> impl Strategy<Value = String> {
    let length = text.len();
    (
        0..=length,
        0..=length,
        proptest::option::of("[ -~\\n\\r\\x00é]{0,3}"),
    )
        .prop_map(move |(a, b, patch)| {
            let (from, to) = (a.min(b), a.max(b));
            let mut bytes = text.clone().into_bytes();
            bytes.splice(from..to, patch.unwrap_or_default().into_bytes());
            String::from_utf8_lossy(&bytes).into_owned()
        })
}

proptest! {
    #[test]
    fn any_board_survives_both_forms(board in any_grid()) {
        prop_assert_eq!(Grid::parse(&board.text(), Bounds::Contest), Ok(board.clone()));
        prop_assert_eq!(Grid::parse(&board.leetcode(), Bounds::Contest), Ok(board.clone()));
    }

    #[test]
    fn any_graph_survives_both_forms(graph in any_graph()) {
        prop_assert_eq!(Graph::parse(&graph.text(), Bounds::Contest), Ok(graph.clone()));
        prop_assert_eq!(Graph::parse(&graph.leetcode(), Bounds::Contest), Ok(graph.clone()));
    }

    #[test]
    fn any_text_is_an_instance_or_an_error(text in "\\PC{0,80}|[0-9 \\n.#CMF\\[\\]\",={}]{0,120}") {
        for bounds in [Bounds::Contest, Bounds::Extended] {
            if let Err(error) = Grid::parse(&text, bounds) {
                prop_assert!(error.line <= text.split('\n').count() + 1);
            }
            if let Ok(graph) = Graph::parse(&text, bounds) {
                prop_assert!(graph.nodes() >= 3);
            }
        }
    }

    #[test]
    fn a_damaged_board_is_an_instance_or_an_error(
        text in any_grid().prop_flat_map(|board| {
            prop_oneof![damaged(board.text()), damaged(board.leetcode())]
        })
    ) {
        match Grid::parse(&text, Bounds::Contest) {
            Ok(board) => {
                let again = Grid::parse(&board.text(), Bounds::Contest);
                prop_assert_eq!(again, Ok(board));
            }
            Err(error) => prop_assert!(error.line <= text.split('\n').count() + 1),
        }
    }

    #[test]
    fn a_damaged_graph_is_an_instance_or_an_error(
        text in any_graph().prop_flat_map(|graph| {
            prop_oneof![damaged(graph.text()), damaged(graph.leetcode())]
        })
    ) {
        match Graph::parse(&text, Bounds::Contest) {
            Ok(graph) => {
                let again = Graph::parse(&graph.text(), Bounds::Contest);
                prop_assert_eq!(again, Ok(graph));
            }
            Err(error) => prop_assert!(error.line <= text.split('\n').count() + 1),
        }
    }
}
