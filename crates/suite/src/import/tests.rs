//! Reading cases from texts and JSON Lines.

use std::fs;
use std::path::Path;

use super::{ImportedCase, jsonl, read, text};

fn found(text: &str) -> Vec<ImportedCase> {
    text::cases(Path::new("bugs.txt"), text, None).unwrap()
}

fn refused(text: &str) -> String {
    let error = text::cases(Path::new("bugs.txt"), text, None).unwrap_err();
    error.to_string()
}

#[test]
fn case_is_read_in_any_bracket_style() {
    let wanted = "[\"####F\",\"#C...\",\"M....\"]\n1\n2\n";
    for text in [
        "[\"####F\",\"#C...\",\"M....\"]\n1\n2",
        "grid = [\"####F\",\"#C...\",\"M....\"], catJump = 1, mouseJump = 2",
        "Input: grid = [\"####F\", \"#C...\", \"M....\"], catJump = 1, mouseJump = 2\nOutput: false",
        "vector<string> g = {\"####F\",\n  \"#C...\",\n  \"M....\"};\n1, 2",
        "['####F','#C...','M....'] 1 2",
        "canMouseWin([\"####F\",\"#C...\",\"M....\"], mouse_jump=2, cat_jump=1)",
        "\u{feff}3 5 1 2\n####F\n#C...\nM....\n",
    ] {
        let found = found(text);
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].instance.leetcode(), wanted, "{text}");
    }
    for text in [
        "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]",
        "int[][] graph = {{2,5},{3},{0,4,5},{1,4,5},{2,3},{0,2,3}};",
        "graph = [ [2,5], [3],\n [0,4,5], [1,4,5], [2,3], [0,2,3] ] fails",
    ] {
        let wanted = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]\n";
        assert_eq!(found(text)[0].instance.leetcode(), wanted, "{text}");
    }
}

#[test]
fn prose_between_cases_is_ignored() {
    let text = "## Two wrong answers [sic]\n\nMy code (see #12) fails on\n```\n[\"M.C...F\"]\n1\n4\n```\n\
                Output: false\nExpected: true\n\nand on the graph\n[[1,3],[0],[3],[0,2]]\nexpected 1.\n";
    let found = found(text);
    let places: Vec<&str> = found.iter().map(|found| found.place.as_str()).collect();
    assert_eq!(places, ["bugs.txt:5", "bugs.txt:13"]);
    assert_eq!(found[0].instance.game().id(), "1728");
    assert_eq!(found[1].instance.game().id(), "913");
}

#[test]
fn fault_is_reported_with_its_line() {
    let row = "[\"M.C...F\"]\n1\n4";
    for (text, place, words) in [
        ("nothing here", "", "no case"),
        ("", "", "no case"),
        ("fails on\n[\"M.C...F\"\n1\n4", "2", "not closed"),
        ("fails on\n[\"M.C...F\"]\n1\n", "", "mouseJump is missing"),
        (&format!("one\n{row}\n[\"M.C....\"]\n1\n4"), "5", "F"),
        (
            "[[1,3],[0],[3],[0,2]]\n\n[[1],[0,2],[]]",
            "3",
            "no neighbour",
        ),
        (
            &format!("{row}\nOutput: true\nExpected: false"),
            "5",
            "finds true",
        ),
    ] {
        let error = refused(text);
        let place = format!("bugs.txt:{place}");
        let is_expected = error.starts_with(&place) && error.contains(words);
        assert!(is_expected, "{text}: {error}");
    }
}

#[test]
fn json_lines_are_read() {
    let text = "{\"problem\":\"1728\",\"id\":\"samples/two\",\"arguments\":[[\"M.C...F\"],1,4],\
                \"answer\":true,\"depth\":3}\n\n{\"input\":\"4\\n2 1 3\\n1 0\\n1 3\\n2 0 2\\n\"}\n";
    assert!(jsonl::recognises(text));
    let found = jsonl::cases(Path::new("c.jsonl"), text, None).unwrap();
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].name.as_deref(), Some("two"));
    assert_eq!(found[1].place, "c.jsonl:3");
    assert!(!jsonl::recognises("{\"M.F\",\"..C\"}, 1, 1"));
    let wrong = "{\"arguments\":[[\"M.C...F\"],1,4],\"answer\":false}";
    for (line, words) in [
        ("{\"id\":\"x\"}", "arguments"),
        ("{\"problem\":\"1729\",\"arguments\":[]}", "unknown problem"),
        (wrong, "finds true"),
        ("{\"arguments\":[[\"M.C....\"],1,4]}", "F"),
        ("{", "JSON"),
    ] {
        let error = jsonl::cases(Path::new("c.jsonl"), line, None).unwrap_err();
        let error = error.to_string();
        assert!(error.starts_with("c.jsonl:1: "), "{error}");
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn file_that_is_not_utf8_is_refused_with_its_line() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("b.txt");
    fs::write(&file, b"1 7\n\xff").unwrap();
    let error = read(&file, None).unwrap_err().to_string();
    assert!(error.contains("b.txt:2: not UTF-8"), "{error}");
}
