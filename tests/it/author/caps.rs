//! Programs that are right but at one size, or at one and in one order: a sample
//! of those that `scripts/check/caps` goes through.

use std::fs;
use std::path::Path;

use crate::project::{Project, has};

/// Nodes, whose wins are not seen (1 mouse, 2 cat), and the order of neighbours
/// (0 any, 1 ascending, 2 descending).
const SAMPLE: [(u32, u32, u32); 7] = [
    (3, 1, 0),
    (8, 1, 2),
    (9, 2, 1),
    (23, 1, 2),
    (37, 2, 0),
    (48, 2, 2),
    (50, 1, 1),
];

/// A program that sees no wins of a side beyond `cap` plies on so many nodes.
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

/// The longest win known, as the lock of the suites has it.
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
fn who_stops_a_ply_before_the_longest_win_of_one_size_is_found_wrong() {
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
    let arguments = "stress programs --no-keep --time 60s";
    let (said, _) = project.exits(1, arguments);
    for number in 0..SAMPLE.len() {
        let broken = format!("capped_{number}.c: wrong answer after ");
        has(&said, &broken);
    }
}

#[test]
fn who_stops_after_two_plies_a_node_at_one_size_is_broken_without_stored_cases() {
    let project = Project::basic();
    for nodes in [9, 31, 50] {
        for side in [1, 2] {
            let source = capped((nodes, side, side), 2 * nodes);
            let file = format!("capped_{nodes}_{side}.c");
            project.write(&file, source);
            let arguments = format!("stress {file} --fresh --no-keep --time 60s");
            project.exits(1, &arguments);
        }
    }
}
