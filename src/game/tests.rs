//! Parsing, printing and validation.

mod canonical;

use proptest::prelude::*;

use super::{Bounds, Graph, Grid, Node, header_items};

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

fn grid_error(input: &str) -> String {
    Grid::parse(input, Bounds::Contest)
        .expect_err("an illegal board")
        .to_string()
}

fn graph_error(input: &str) -> String {
    Graph::parse(input, Bounds::Contest)
        .expect_err("an illegal graph")
        .to_string()
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
fn every_broken_rule_of_a_board_has_its_own_error() {
    for (input, expect) in [
        ("", "line 1: the input is empty"),
        (" \n\t\n", "line 1: the input is empty"),
        (
            "1 3 1\nCMF\n",
            "line 1: the first line is \"1 3 1\", but it must hold four numbers",
        ),
        (
            "1 3 1 x\nCMF\n",
            "line 1: item 4 is \"x\", not a whole number",
        ),
        (
            "1 3 1 01\nCMF\n",
            "line 1: item 4 is \"01\", not a whole number",
        ),
        (
            "1 3 1 +1\nCMF\n",
            "line 1: item 4 is \"+1\", not a whole number",
        ),
        ("1 3 1 99999999999999999999\nCMF\n", "line 1: item 4 is"),
        ("0 3 1 1\n", "line 1: 0 rows; a board of contest size"),
        ("9 1 1 1\nC\nM\nF\n.\n.\n.\n.\n.\n.\n", "line 1: 9 rows"),
        ("1 9 1 1\nCMF......\n", "line 1: 9 columns"),
        ("1 -3 1 1\nCMF\n", "line 1: -3 columns"),
        ("-1 3 1 1\nCMF\n", "line 1: -1 rows"),
        ("+1 3 1 1\nCMF\n", "line 1: item 1 is \"+1\""),
        ("1 3 0 1\nCMF\n", "line 1: catJump is 0"),
        ("1 3 9 1\nCMF\n", "line 1: catJump is 9"),
        ("1 3 1 0\nCMF\n", "line 1: mouseJump is 0"),
        ("1 3 1 9\nCMF\n", "line 1: mouseJump is 9"),
        (
            "2 3 1 1\nCMF\n",
            "line 3: the input ends where row 2 of 2 should follow",
        ),
        (
            "2 3 1 1\nCMF\n\n...\n",
            "line 3: row 2 has 0 cells, but line 1 says 3 columns",
        ),
        ("2 3 1 1\nCMF\n..\n", "line 3: row 2 has 2 cells"),
        ("2 3 1 1\nCMF\n....\n", "line 3: row 2 has 4 cells"),
        (
            "1 3 1 1\nCMF\ntrue\n",
            "line 3: \"true\" follows after the end",
        ),
        (
            "2 3 1 1\nCMF\n.x.\n",
            "line 3: row 2, column 2: 'x' is no cell",
        ),
        (
            "2 3 1 1\nCMF\n.é.\n",
            "line 3: row 2, column 2: 'é' is no cell",
        ),
        (
            "2 3 1 1\nCMF\n..C\n",
            "line 3: row 2, column 3: a second cat 'C'",
        ),
        (
            "2 3 1 1\nCMF\n..M\n",
            "line 3: row 2, column 3: a second mouse 'M'",
        ),
        (
            "2 3 1 1\nCMF\n..F\n",
            "line 3: row 2, column 3: a second food 'F'",
        ),
        ("1 3 1 1\n.MF\n", "line 2: the board has no cat 'C'"),
        ("1 3 1 1\nC.F\n", "line 2: the board has no mouse 'M'"),
        ("1 3 1 1\nCM.\n", "line 2: the board has no food 'F'"),
        (
            "1 3 1 1\nC\0F\n",
            "line 2: column 2 holds the control character '\\0'",
        ),
        ("[]\n1\n1\n", "line 1: grid has no rows"),
        ("[\"\"]\n1\n1\n", "line 1: 0 columns"),
        ("[1]\n1\n1\n", "line 1: grid must be a list of strings"),
        ("\"CMF\"\n1\n1\n", "line 1: grid must be a list of strings"),
        (
            "[\"CMF\",\n\"..\"]\n1\n1\n",
            "line 2: row 2 has 2 cells, but row 1 has 3",
        ),
        ("[\"CMF\"]\n1\n", "line 3: argument mouseJump is missing"),
        (
            "[\"CMF\"]\n1\n1\n1\n",
            "line 4: \"1\" follows after the last argument",
        ),
        ("[\"CMF\"]\n1\n[1]\n", "line 3: mouseJump must be a number"),
        (
            "[\"CMF\"]\n1.5\n1\n",
            "line 2: \"1.5\" is not a whole number",
        ),
        (
            "[\"CMF\"\n1\n1\n",
            "line 2: \"1\" stands where ',' or ']' should",
        ),
        (
            "[\"CMF\",",
            "line 1: the list opened by '[' on line 1 is not closed",
        ),
        ("[\"CMF]\n1\n1", "line 1: the string \"CMF]\" is not closed"),
        (
            "grid=",
            "line 1: the input ends where a value should follow",
        ),
        (
            "grid=[\"CMF\"] grid=[\"CMF\"]",
            "line 1: argument grid is given twice",
        ),
        ("board=[\"CMF\"]", "line 1: unknown argument \"board\""),
        (
            "hello world",
            "line 1: \"hello world\" is neither a value nor a named argument",
        ),
        (
            "[[[[[[1]]]]]]",
            "line 1: more than 2 lists within each other",
        ),
    ] {
        let error = grid_error(input);
        assert!(
            error.starts_with(expect),
            "{input:?}\n got {error}\nwant {expect}"
        );
    }
}

#[test]
fn every_broken_rule_of_a_graph_has_its_own_error() {
    for (input, expect) in [
        ("", "line 1: the input is empty"),
        (
            "3 3\n",
            "line 1: the first line is \"3 3\", but it must hold one number",
        ),
        ("2\n1 1\n1 0\n", "line 1: 2 nodes; a graph of contest size"),
        ("51\n", "line 1: 51 nodes"),
        ("[[1],[0]]", "line 1: 2 nodes"),
        (
            "3\n1 2\n1 2\n",
            "line 4: the input ends where the line of node 2 should follow",
        ),
        ("3\n1 2\n\n2 0 1\n", "line 3: the line of node 1 is blank"),
        (
            "3\n2 2\n1 2\n2 0 1\n",
            "line 2: node 0 announces 2 neighbours, but 1 follow",
        ),
        (
            "3\n1 2\n1 2\n2 0 1\n1\n",
            "line 5: \"1\" follows after the end",
        ),
        ("3\n1 2\n0\n1 0\n", "line 3: node 1 has no neighbour"),
        (
            "3\n1 2\n1 3\n2 0 1\n",
            "line 3: node 1 has neighbour 3; the nodes are 0 to 2",
        ),
        ("3\n1 2\n1 -1\n2 0 1\n", "line 3: node 1 has neighbour -1"),
        (
            "3\n1 2\n1 1\n2 0 1\n",
            "line 3: node 1 is its own neighbour",
        ),
        (
            "3\n1 2\n2 2 2\n2 0 1\n",
            "line 3: node 1 lists neighbour 2 twice",
        ),
        (
            "3\n1 2\n1 2\n1 1\n",
            "line 2: node 0 lists neighbour 2, but node 2 does not list 0",
        ),
        (
            "3\n2 1 2\n1 0\n1 0\n",
            "line 4: node 2, where the cat starts, leads only into the hole",
        ),
        (
            "[[2],[2],[0,\"1\"]]",
            "line 1: graph must be a list of lists of numbers",
        ),
        (
            "[1,2,3]",
            "line 1: graph must be a list of lists of numbers",
        ),
        (
            "[[2],[2],[0,1]] [[2]]",
            "line 1: \"[[2]]\" follows after the last argument",
        ),
    ] {
        let error = graph_error(input);
        assert!(
            error.starts_with(expect),
            "{input:?}\n got {error}\nwant {expect}"
        );
    }
}

#[test]
fn larger_boards_are_read_only_where_asked_for() {
    let strip = format!("1 1024 1 1024\nC#M{}F\n", ".".repeat(1020));
    assert!(grid_error(&strip).contains("1024 columns"));
    assert_eq!(Grid::parse(&strip, Bounds::Extended).unwrap().text(), strip);
    let wide = format!("2 513 1 1\nCMF{}\n{}\n", ".".repeat(510), ".".repeat(513));
    assert!(
        Grid::parse(&wide, Bounds::Extended)
            .unwrap_err()
            .message
            .contains("1024 cells")
    );

    let ring: Vec<(Node, Node)> = (0..1000).map(|v| (v, (v + 1) % 1000)).collect();
    assert!(Graph::from_edges(1000, &ring, Bounds::Contest).is_err());
    let graph = Graph::from_edges(1000, &ring, Bounds::Extended).unwrap();
    assert_eq!(Graph::parse(&graph.leetcode(), Bounds::Extended), Ok(graph));
}

#[test]
fn a_huge_line_is_one_short_error() {
    for filler in ["#", "[", "1 ", "1,", "\"", "x"] {
        let junk = filler.repeat(2_000_000 / filler.len());
        for input in [junk.clone(), format!("1 3 1 1\n{junk}"), format!("[{junk}")] {
            assert!(grid_error(&input).len() < 250);
            assert!(graph_error(&input).len() < 250);
        }
    }
    let padded = format!("1 3 1 1\nCMF{}", "\n".repeat((8 << 20) - 11));
    assert!(Grid::parse(&padded, Bounds::Contest).is_ok());
    assert!(grid_error(&format!("{padded}\n")).contains("no legal instance needs more"));
}

#[test]
fn the_first_line_of_a_text_form_is_counted() {
    for (input, items) in [
        ("1 3 1 1\nCMF\n", Some(4)),
        ("\n 3\n1 2\n", Some(1)),
        ("[[1]]", None),
        ("", None),
    ] {
        assert_eq!(header_items(input), items, "{input:?}");
    }
}

#[test]
fn edges_that_name_no_node_are_refused() {
    let error = Graph::from_edges(3, &[(0, 5)], Bounds::Contest).unwrap_err();
    assert!(error.message.contains("edge 0–5 names node 5"));
}

#[test]
fn a_fault_in_rows_is_on_the_line_that_the_text_form_would_have() {
    for (rows, line) in [(["CMF", "...", "..x"], 4), (["CMx", "...", "..."], 2)] {
        let error = Grid::from_rows(&rows, 1, 1, Bounds::Contest).unwrap_err();
        assert_eq!(error.line, line);
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

#[test]
fn a_fault_in_edges_is_on_the_line_that_the_text_form_would_have() {
    let error = Graph::from_edges(4, &[(0, 1), (1, 2)], Bounds::Contest).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("line 5: node 3 has no neighbour")
    );
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
