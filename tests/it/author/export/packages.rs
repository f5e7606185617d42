//! The files of packages.

use cat_and_mouse::Game;
use mousetrap_languages::Languages;
use mousetrap_suite::export::Package;

use super::{cases, files, submissions};
use crate::project::has;

#[test]
fn package_contains_the_files_that_clients_need() {
    let languages = Languages::embedded();
    let names = "accepted/topological_sort.cpp accepted/sweeps.java wrong_answer/jumps_swapped.py \
                 wrong_answer/horizon_74.kt memory_limit_exceeded/game_tree.rs";
    let names: Vec<&str> = names.split(' ').collect();
    let submissions = submissions(&languages, "1728", &names);
    let cases = cases("1728", &["samples", "regressions"]);
    let game = Game::CatAndMouse2;
    let package = Package::new(game, "catandmouse2", &cases, &submissions).unwrap();
    assert_eq!(package.left_out.len(), 2, "{:?}", package.left_out);
    let files = files(&package);
    for file in [
        "submissions/accepted/topological_sort.cpp",
        "submissions/accepted/Sweeps/Main.java",
        "submissions/wrong_answer/jumps_swapped.py",
        "data/sample/samples-sample-1.in",
        "data/secret/regressions-wall-in-the-way.ans",
        "input_validators/strict/strict.hpp",
        "problem_statement/problem.zh.tex",
        "README.md",
    ] {
        assert!(files.contains_key(file), "{file}");
    }
    let is_portable = |c: char| c.is_ascii_alphanumeric() || "_.-/".contains(c);
    for (name, text) in &files {
        assert!(name.chars().all(is_portable), "{name}");
        assert!(text.ends_with('\n') && !text.contains("{{"), "{name}");
    }
    assert!(files["problem.yaml"].contains("problem_format_version: legacy\n"));
    assert!(files["domjudge-problem.ini"].contains("timelimit='2'\n"));
}

#[test]
fn cases_with_other_rules_are_refused_in_packages() {
    let game = Game::CatAndMouse2;
    for (suite, words) in [("limit-edge", "columns"), ("limit-8x8", "move limit")] {
        let cases = cases("1728", &[suite]);
        let package = Package::new(game, "catandmouse2", &cases, &[]);
        let error = package.unwrap_err().to_string();
        for part in [suite, words, "--suite"] {
            has(&error, part);
        }
    }
}
