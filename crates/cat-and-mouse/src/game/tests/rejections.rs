//! Tests of texts that are not legal instances, with the errors.

use super::*;

fn error(game: Game, input: &str) -> String {
    let result = game.parse(input, Bounds::Contest);
    result.expect_err("an illegal instance").to_string()
}

fn assert_starts(error: &str, expect: &str, input: &str) {
    let is_expected = error.starts_with(expect);
    assert!(is_expected, "{input:?}\n got {error}\nwant {expect}");
}

#[test]
fn broken_rule_of_a_board_has_its_own_error() {
    #[rustfmt::skip]
    let cases = [
        ("", "line 1: the input is empty"),
        (" \n\t\n", "line 1: the input is empty"),
        ("1 3 1\nCMF\n", "line 1: the first line must have four numbers, rows cols catJump mouseJump; found \"1 3 1\""),
        ("1 3 1 x\nCMF\n", "line 1: item 4: expected a non-negative integer, found \"x\""),
        ("1 3 1 01\nCMF\n", "line 1: item 4: expected a non-negative integer, found \"01\""),
        ("1 3 1 +1\nCMF\n", "line 1: item 4: expected a non-negative integer, found \"+1\""),
        ("1 3 1 99999999999999999999\nCMF\n", "line 1: item 4: expected"),
        ("0 3 1 1\n", "line 1: the board has 0 rows; it must have 1 to 8"),
        ("9 1 1 1\nC\nM\nF\n.\n.\n.\n.\n.\n.\n", "line 1: the board has 9 rows"),
        ("1 9 1 1\nCMF......\n", "line 1: the board has 9 columns"),
        ("1 -3 1 1\nCMF\n", "line 1: the board has -3 columns"),
        ("-1 3 1 1\nCMF\n", "line 1: the board has -1 rows"),
        ("+1 3 1 1\nCMF\n", "line 1: item 1: expected a non-negative integer, found \"+1\""),
        ("1 3 0 1\nCMF\n", "line 1: catJump is 0"),
        ("1 3 9 1\nCMF\n", "line 1: catJump is 9"),
        ("1 3 1 0\nCMF\n", "line 1: mouseJump is 0"),
        ("1 3 1 9\nCMF\n", "line 1: mouseJump is 9"),
        ("2 3 1 1\nCMF\n", "line 3: the input ends before row 2 of 2"),
        ("2 3 1 1\nCMF\n\n...\n", "line 3: row 2 has 0 cells, but the board has 3 columns"),
        ("2 3 1 1\nCMF\n..\n", "line 3: row 2 has 2 cells"),
        ("2 3 1 1\nCMF\n....\n", "line 3: row 2 has 4 cells"),
        ("1 3 1 1\nCMF\ntrue\n", "line 3: unexpected \"true\" after the end"),
        ("2 3 1 1\nCMF\n.x.\n", "line 3: row 2, column 2: 'x' is not a cell"),
        ("2 3 1 1\nCMF\n.é.\n", "line 3: row 2, column 2: 'é' is not a cell"),
        ("2 3 1 1\nCMF\n..C\n", "line 3: row 2, column 3: a second cat 'C'"),
        ("2 3 1 1\nCMF\n..M\n", "line 3: row 2, column 3: a second mouse 'M'"),
        ("2 3 1 1\nCMF\n..F\n", "line 3: row 2, column 3: a second food 'F'"),
        ("1 3 1 1\n.MF\n", "line 2: the board has no cat 'C'"),
        ("1 3 1 1\nC.F\n", "line 2: the board has no mouse 'M'"),
        ("1 3 1 1\nCM.\n", "line 2: the board has no food 'F'"),
        ("1 3 1 1\nC\0F\n", "line 2: control character '\\0' in column 2"),
        ("[]\n1\n1\n", "line 1: the board has no rows"),
        ("[\"\"]\n1\n1\n", "line 1: the board has 0 columns"),
        ("[1]\n1\n1\n", "line 1: grid must be a list of strings"),
        ("\"CMF\"\n1\n1\n", "line 1: grid must be a list of strings"),
        ("[\"CMF\",\n\"..\"]\n1\n1\n", "line 2: row 2 has 2 cells, but the board has 3 columns"),
        ("[\"CMF\"]\n1\n", "line 3: argument mouseJump is missing"),
        ("[\"CMF\"]\n1\n1\n1\n", "line 4: unexpected \"1\" after the last argument"),
        ("[\"CMF\"]\n1\n[1]\n", "line 3: mouseJump must be a number"),
        ("[\"CMF\"]\n1.5\n1\n", "line 2: expected an integer, found \"1.5\""),
        ("[\"CMF\"\n1\n1\n", "line 2: expected ',' or ']', found \"1\""),
        ("[\"CMF\",", "line 1: the list opened by '[' on line 1 is not closed"),
        ("[\"CMF]\n1\n1", "line 1: the string \"CMF]\" is not closed"),
        ("grid=", "line 1: the input ends before a value"),
        ("grid=[\"CMF\"] grid=[\"CMF\"]", "line 1: argument grid is given twice"),
        ("board=[\"CMF\"]", "line 1: unknown argument \"board\""),
        ("hello world", "line 1: \"hello world\" is neither a value nor a named argument"),
        ("[[[[[[1]]]]]]", "line 1: lists are nested more than 2 levels deep"),
    ];
    for (input, expect) in cases {
        assert_starts(&error(Game::CatAndMouse2, input), expect, input);
    }
}

#[test]
fn broken_rule_of_a_graph_has_its_own_error() {
    #[rustfmt::skip]
    let cases = [
        ("", "line 1: the input is empty"),
        ("3 3\n", "line 1: the first line must have one number"),
        ("2\n1 1\n1 0\n", "line 1: the graph has 2 nodes; it must have 3 to 50"),
        ("51\n", "line 1: the graph has 51 nodes"),
        ("[[1],[0]]", "line 1: the graph has 2 nodes"),
        ("3\n1 2\n1 2\n", "line 4: the input ends before the line of node 2"),
        ("3\n1 2\n\n2 0 1\n", "line 3: the line of node 1 is blank"),
        ("3\n2 2\n1 2\n2 0 1\n", "line 2: the line of node 0 declares 2 neighbours, but lists 1"),
        ("3\n1 2\n1 2\n2 0 1\n1\n", "line 5: unexpected \"1\" after the end"),
        ("3\n1 2\n0\n1 0\n", "line 3: node 1 has no neighbours"),
        ("3\n1 2\n1 3\n2 0 1\n", "line 3: node 1 lists neighbour 3, but the nodes are numbered 0 to 2"),
        ("3\n1 2\n1 -1\n2 0 1\n", "line 3: node 1 lists neighbour -1"),
        ("3\n1 2\n1 1\n2 0 1\n", "line 3: node 1 is its own neighbour"),
        ("3\n1 2\n2 2 2\n2 0 1\n", "line 3: node 1 lists neighbour 2 twice"),
        ("3\n1 2\n1 2\n1 1\n", "line 2: node 0 lists neighbour 2, but node 2 does not list 0"),
        ("3\n2 1 2\n1 0\n1 0\n", "line 4: node 2, where the cat starts, leads only into the hole"),
        ("[[2],[2],[0,\"1\"]]", "line 1: graph must be a list of lists of numbers"),
        ("[1,2,3]", "line 1: graph must be a list of lists of numbers"),
        ("[[2],[2],[0,1]] [[2]]", "line 1: unexpected \"[[2]]\" after the last argument"),
    ];
    for (input, expect) in cases {
        assert_starts(&error(Game::CatAndMouse, input), expect, input);
    }
}

#[test]
fn larger_instance_needs_extended_bounds() {
    let strip = format!("1 1024 1 1024\nC#M{}F\n", ".".repeat(1020));
    assert!(error(Game::CatAndMouse2, &strip).contains("1024 columns"));
    assert_eq!(Grid::parse(&strip, Bounds::Extended).unwrap().text(), strip);
    let wide = format!("2 513 1 1\nCMF{}\n{}\n", ".".repeat(510), ".".repeat(513));
    let error = Grid::parse(&wide, Bounds::Extended).unwrap_err();
    assert!(error.to_string().contains("1024 cells"));

    let ring: Vec<(Node, Node)> = (0..1000).map(|v| (v, (v + 1) % 1000)).collect();
    let graph = Graph::from_edges(1000, &ring).unwrap();
    assert!(Graph::parse(&graph.text(), Bounds::Contest).is_err());
    let read = Graph::parse(&graph.leetcode_text(), Bounds::Extended);
    assert_eq!(read, Ok(graph));
}

#[test]
fn huge_line_gets_a_short_error() {
    for filler in ["#", "[", "1 ", "1,", "\"", "x"] {
        let junk = filler.repeat(2_000_000 / filler.len());
        for input in [junk.clone(), format!("1 3 1 1\n{junk}"), format!("[{junk}")] {
            for game in Game::ALL {
                assert!(error(game, &input).len() < 250);
            }
        }
    }
    let padded = format!("1 3 1 1\nCMF{}", "\n".repeat((8 << 20) - 11));
    assert!(Grid::parse(&padded, Bounds::Contest).is_ok());
    let error = error(Game::CatAndMouse2, &format!("{padded}\n"));
    assert!(error.contains("no legal instance needs more"));
}

#[test]
fn header_items_counts_the_first_line() {
    for (input, items) in [
        ("1 3 1 1\nCMF\n", Some(4)),
        ("\n 3\n1 2\n", Some(1)),
        ("[[1]]", None),
        ("", None),
    ] {
        assert_eq!(count_header_items(input), items, "{input:?}");
    }
}
