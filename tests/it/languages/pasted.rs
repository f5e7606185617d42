//! Complete solutions as people paste them, judged by the program.

use std::collections::BTreeSet;

use assert_cmd::Command;
use mousetrap_languages::Languages;
use serde_json::Value;

/// Solutions of this repository that look like pasted ones.
const SOLUTIONS: [&str; 3] = [
    "solutions/1728/accepted/mouse_sets.rkt",
    "solutions/913/accepted/topological_sort.erl",
    "solutions/1728/accepted/mouse_sets.ex",
];

#[test]
fn pasted_solution_in_every_language_is_accepted_unchanged() {
    let output = Command::cargo_bin("mousetrap")
        .unwrap()
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["judge", "tests/pasted", "--format", "json", "--no-cache"])
        .args(SOLUTIONS)
        .args(["--suite", "samples", "--suite", "extreme"])
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut pasted = BTreeSet::new();
    for submission in report["submissions"].as_array().unwrap() {
        let verdict = &submission["outcome"]["judged"]["verdict"];
        assert_eq!(*verdict, "AC", "{submission:#}");
        pasted.insert(submission["language"].as_str().unwrap());
    }
    let languages = Languages::embedded();
    let known: BTreeSet<&str> = languages.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(pasted, known, "left: pasted, right: languages.toml");
}
