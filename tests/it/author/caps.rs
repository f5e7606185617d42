//! Programs that are wrong only on graphs of one size, or of one size and order of neighbours: a
//! sample of those of `scripts/check/caps`.

use std::fs;
use std::path::Path;

use crate::project::{Project, has};

/// Number of nodes, the player whose long wins are not found (1 mouse, 2 cat), and the order of
/// neighbours (0 any, 1 ascending, 2 descending).
const SAMPLE: [(u32, u32, u32); 7] = [
    (3, 1, 0),
    (8, 1, 2),
    (9, 2, 1),
    (23, 1, 2),
    (37, 2, 0),
    (48, 2, 2),
    (50, 1, 1),
];

/// Returns a program that finds no wins beyond `cap` plies in these graphs.
fn capped((nodes, side, order): (u32, u32, u32), cap: u32) -> String {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let exact = fs::read_to_string(here.join("tests/caps/capped.c")).unwrap();
    let numbers = "NODES = 0, SIDE = 0, CAP = 0, ORDER = 0";
    assert!(exact.contains(numbers));
    exact.replace(
        numbers,
        &format!("NODES = {nodes}, SIDE = {side}, CAP = {cap}, ORDER = {order}"),
    )
}

/// Returns the longest known win, from `cases.lock`.
fn record(nodes: u32, side: u32) -> u32 {
    let lock = include_str!("../../../cases/cases.lock");
    let name = ["mouse", "cat"][side as usize - 1];
    let name = format!("913/extreme/{name}-win-{nodes}");
    let mut lines = lock.lines().map(|line| line.split_whitespace());
    let mut line = lines
        .find(|line| line.clone().next() == Some(&name))
        .unwrap();
    line.nth(2).unwrap().parse().unwrap()
}

#[test]
fn program_that_misses_the_longest_win_of_one_size_is_found_wrong() {
    let suites = "[\"samples\", \"regressions\", \"extreme\", \"hidden\"]";
    let project = Project::new(&format!("[suites]\n913 = {suites}\n"));
    project.write("programs/exact.c", capped((0, 0, 0), 0));
    for (number, of) in SAMPLE.into_iter().enumerate() {
        let source = capped(of, record(of.0, of.1) - 1);
        project.write(&format!("programs/capped_{number}.c"), source);
    }
    let report = project.judge("programs");
    let submissions = report["submissions"].as_array().unwrap();
    assert_eq!(submissions.len(), SAMPLE.len() + 1);
    for submission in submissions {
        let path = submission["path"].as_str().unwrap();
        let expected = if path.contains("exact") { "AC" } else { "WA" };
        assert_eq!(
            submission["outcome"]["judged"]["verdict"], expected,
            "{path}"
        );
    }
    fs::remove_file(project.path().join("programs/exact.c")).unwrap();
    let (printed, _) = project.exits(1, "stress programs --no-keep --time 60s");
    for number in 0..SAMPLE.len() {
        has(&printed, format!("capped_{number}.c: wrong answer after "));
    }
}

#[test]
fn program_that_stops_after_two_plies_per_node_is_broken_without_stored_cases() {
    let project = Project::basic();
    for nodes in [9, 31, 50] {
        for side in [1, 2] {
            let source = capped((nodes, side, side), 2 * nodes);
            let file = format!("capped_{nodes}_{side}.c");
            project.write(&file, source);
            project.exits(1, &format!("stress {file} --fresh --no-keep --time 60s"));
        }
    }
}
