//! Tests of parsing, printing and validation.

mod canonical;
mod rejections;

use proptest::prelude::*;

use super::{Bounds, Graph, Grid, Node, count_header_items};
use crate::solve::tests::{random, stream};
use crate::{Game, Instance};

/// Returns the board with these rows, which are separated by slashes.
pub(crate) fn grid(rows: &str, cat_jump: u16, mouse_jump: u16) -> Grid {
    let rows: Vec<&str> = rows.split('/').collect();
    let text = format!("{rows:?}\n{cat_jump}\n{mouse_jump}");
    Grid::parse(&text, Bounds::Extended).expect("a legal board")
}

#[test]
fn a_graph_prints_in_both_forms_and_keeps_the_order_of_neighbours() {
    let graph = Graph::parse("[[2,1],[0],[0,3],[2]]", Bounds::Contest).unwrap();
    assert_eq!(graph.text(), "4\n2 2 1\n1 0\n2 0 3\n1 2\n");
    assert_eq!(graph.leetcode_text(), "[[2,1],[0],[0,3],[2]]\n");
    assert_eq!(Graph::parse(&graph.text(), Bounds::Contest).unwrap(), graph);
}

#[test]
fn pasted_board_is_read_in_every_form() {
    let board = grid("####F/#C.../M....", 1, 2);
    let (text, leetcode) = (board.text(), board.leetcode_text());
    let list = leetcode.lines().next().unwrap();
    for pasted in [
        text.replace('\n', "\r\n"),
        leetcode.replace('\n', "\r\n"),
        format!("\u{feff}{text}"),
        format!("\n {leetcode}\n\n"),
        format!("{list}, 1, 2"),
        format!("grid = {list}, catJump = 1, mouseJump = 2"),
        format!("Input: grid = {list},\n catJump = 1, mouseJump = 2\n"),
        format!("mouse_jump=2;cat_jump=1;grid={list};"),
        format!("\"mouseJump\": 2, \"catJump\": 1, \"grid\": {list}"),
        leetcode.replace('"', "'").replace(',', " ,\n "),
        leetcode.replace('[', "{").replace(']', "}"),
    ] {
        let read = Grid::parse(&pasted, Bounds::Contest);
        assert_eq!(read.as_ref(), Ok(&board), "{pasted}");
    }
}

#[test]
fn pasted_graph_is_read_in_every_form() {
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
        let read = Graph::parse(text, Bounds::Contest);
        assert_eq!(read.as_ref(), Ok(&graph), "{text}");
    }
}

#[test]
fn animal_stays_or_jumps_straight_without_crossing_a_wall() {
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
            .map(|to| board.row_and_col(to))
            .map(|(row, col)| format!("{row}{col}"))
            .collect();
        cells.sort_unstable();
        assert_eq!(cells.join(" "), expect, "from {row}{col}");
    }
}

#[test]
fn distances_count_the_moves_to_each_place() {
    let graph = Graph::parse("[[1],[0,2],[1,3],[2],[5],[4]]", Bounds::Contest).unwrap();
    let expected = [Some(2), Some(1), Some(0), Some(1), None, None];
    assert_eq!(graph.distances(2), expected);
    let board = grid("C.MF/.#.#", 1, 1);
    let expected = [0, 1, 1, 2, 1].map(Some).into_iter().chain([None]);
    let expected = expected.chain([Some(2), None]);
    assert_eq!(board.distances(board.cat, 2), expected.collect::<Vec<_>>());
}

#[test]
fn players_are_put_on_other_squares_unless_the_game_would_be_over() {
    let board = grid("CMF./....", 1, 1);
    let moved = board.with_players_at(7, 3).map(|it| it.row_strings());
    assert_eq!(moved.unwrap(), ["..FC", "...M"]);
    for (mouse, cat) in [(4, 4), (2, 0), (1, 2)] {
        assert_eq!(board.with_players_at(mouse, cat), None, "{mouse} {cat}");
    }
}

/// Generates legal random boards of contest size.
fn any_grid() -> impl Strategy<Value = Grid> {
    let sizes = (any::<u64>(), 1..=8_usize, 1..=8_usize);
    let sizes = sizes.prop_filter("room for three", |(_, rows, cols)| rows * cols >= 3);
    sizes.prop_map(|(seed, rows, cols)| random::grid(&mut stream(seed), rows, cols))
}

/// Generates legal random graphs, connected or not.
fn any_graph() -> impl Strategy<Value = Graph> {
    (any::<u64>(), 3..=14_usize).prop_map(|(seed, nodes)| random::graph(&mut stream(seed), nodes))
}

/// Generates damaged copies of a legal text: some bytes are removed, repeated or replaced.
fn damaged_copies_of(text: String) -> impl Strategy<Value = String> {
    let (from, to) = (0..=text.len(), 0..=text.len());
    let patch = proptest::option::of("[ -~\\n\\r\\x00é]{0,3}");
    (from, to, patch).prop_map(move |(a, b, patch)| {
        let mut bytes = text.clone().into_bytes();
        bytes.splice(a.min(b)..a.max(b), patch.unwrap_or_default().into_bytes());
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Generates legal random instances of either game.
fn any_instance() -> impl Strategy<Value = Instance> {
    prop_oneof![any_grid().prop_map_into(), any_graph().prop_map_into()]
}

proptest! {
    #[test]
    fn instance_survives_both_forms(instance in any_instance()) {
        for text in [instance.text(), instance.leetcode_text()] {
            let read = instance.game().parse(&text, Bounds::Contest);
            prop_assert_eq!(read.as_ref(), Ok(&instance));
        }
    }

    #[test]
    fn any_text_is_an_instance_or_an_error(
        text in prop_oneof![
            "\\PC{0,80}|[0-9 \\n.#CMF\\[\\]\",={}]{0,120}",
            any_instance().prop_flat_map(|it| damaged_copies_of(it.text())),
            any_instance().prop_flat_map(|it| damaged_copies_of(it.leetcode_text())),
        ]
    ) {
        for game in Game::ALL {
            for bounds in [Bounds::Contest, Bounds::Extended] {
                match game.parse(&text, bounds) {
                    Ok(read) => {
                        let again = game.parse(&read.text(), bounds);
                        prop_assert_eq!(again.as_ref(), Ok(&read));
                    }
                    Err(error) => prop_assert!(error.line <= text.split('\n').count() + 1),
                }
            }
        }
    }

    #[test]
    fn edits_keep_the_rules_and_every_chain_of_simplifications_ends(
        start in any_instance(),
        draws in proptest::collection::vec(any::<usize>(), 200),
    ) {
        let is_legal = |it: &Instance| {
            it.game().parse(&it.text(), Bounds::Contest).as_ref() == Ok(it)
        };
        let (mut draws, mut varied) = (draws.into_iter().cycle(), start.clone());
        for _ in 0..100 {
            varied = varied.random_variation(&mut |below| draws.next().unwrap() % below);
            prop_assert!(is_legal(&varied), "{}", varied.text());
        }
        let (mut simplest, mut steps) = (start, 0);
        while let Some(next) = simplest.simplifications().pop() {
            prop_assert!(is_legal(&next), "{}", next.text());
            simplest = next;
            steps += 1;
            prop_assert!(steps < 1000);
        }
        prop_assert!(simplest.size() <= 4, "{}", simplest.text());
    }
}
