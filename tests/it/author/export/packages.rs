//! The files of packages.

use std::path::Path;

use cat_and_mouse::Game;
use mousetrap_judge::config::Config;
use mousetrap_languages::Languages;
use mousetrap_suite::GameCase;
use mousetrap_suite::export::{Format, Package};
use mousetrap_util::root::Root;

use super::{ROOT, cases, files, submissions};

#[test]
fn packages_contain_the_files_that_clients_need() {
    let languages = Languages::embedded();
    let submissions = submissions(
        &languages,
        "1728",
        &[
            "accepted/topological_sort.cpp",
            "accepted/sweeps.java",
            "wrong_answer/jumps_swapped.py",
            "wrong_answer/horizon_74.kt",
            "memory_limit_exceeded/game_tree.rs",
        ],
    );
    let cases = cases("1728", &["samples", "regressions"]);
    let game = Game::CatAndMouse2;
    let package = Package::new(game, "catandmouse2", &cases, &submissions).unwrap();
    assert_eq!(package.left_out.len(), 2, "{:?}", package.left_out);
    let kattis = files(Format::Kattis, &package);
    let icpc = files(Format::Icpc, &package);
    for file in [
        "submissions/accepted/topological_sort.cpp",
        "submissions/accepted/Sweeps/Main.java",
        "submissions/wrong_answer/jumps_swapped.py",
        "data/sample/samples-sample-1.in",
        "data/secret/regressions-wall-in-the-way.ans",
        "data/secret/bounds-low.in",
        "README.md",
    ] {
        assert!(
            kattis.contains_key(file) && icpc.contains_key(file),
            "{file}"
        );
    }
    for language in ["en", "zh"] {
        for kind in ["tex", "md"] {
            assert!(kattis.contains_key(&format!("problem_statement/problem.{language}.{kind}")));
        }
        assert!(icpc.contains_key(&format!("statement/problem.{language}.tex")));
    }
    for (name, text) in kattis.iter().chain(&icpc) {
        let plain = name.rsplit('/').next().unwrap();
        assert!(
            plain
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c)),
            "{name}"
        );
        assert!(
            text.is_empty() || text.ends_with('\n') || name.contains("invalid_"),
            "{name}"
        );
    }
    assert!(kattis["problem.yaml"].contains("problem_format_version: legacy\n"));
    assert!(icpc["problem.yaml"].contains("problem_format_version: 2025-09\n"));
    let polygon = files(Format::Polygon, &package);
    assert_eq!(polygon["tests/01"], cases[2].input);
    assert_eq!(polygon["tests/01.a"], "true\n");
    let domjudge = files(Format::Domjudge, &package);
    assert!(domjudge["domjudge-problem.ini"].contains("timelimit='2'\n"));
}

#[test]
fn kattis_package_has_point_groups_as_directories() {
    let game = Game::CatAndMouse2;
    let mut cases = cases("1728", &["samples", "regressions"]);
    let table = "[points.1728]\ntotal = 30\ngroups = [\n\
                 { name = \"samples\", points = 10, cases = [\"samples\"] },\n\
                 { name = \"corner\", points = 7.5, cases = [\"regressions/food-in-the-first-cell\"] },\n\
                 { name = \"rest\", points = 12.5, scoring = \"proportional\", cases = [\"regressions\"] },\n]";
    let root = Root::from(Path::new(ROOT));
    let config = Config::parse(&root, table, mousetrap_suite::known()).unwrap();
    // The first group needs a case that is also a case of the second.
    let twin = cases
        .iter()
        .find(|case| case.id.0 == "regressions/wall-in-the-way");
    let mut twin = twin.unwrap().clone();
    twin.id.0 = "regressions/food-in-the-first-cell-1".to_owned();
    cases.push(twin);
    let languages = Languages::embedded();
    let names = ["accepted/sweeps.c", "wrong_answer/jumps_swapped.py"];
    let submissions = submissions(&languages, "1728", &names);
    let ids: Vec<_> = cases.iter().map(|case| &case.id).collect();
    let points = config.points["1728"].in_run(&ids).unwrap().unwrap();
    let package = Package::new(game, "catandmouse2", &cases, &submissions).unwrap();
    let package = package.with_points(points, &cases);
    assert_eq!(package.left_out.len(), 1);
    let kattis = files(Format::Kattis, &package);
    assert!(kattis["problem.yaml"].contains("\ntype: scoring\n"));
    for (directory, flags, range) in [
        ("", "sum accept_if_any_accepted", "30"),
        ("secret/", "sum accept_if_any_accepted", "20"),
        ("sample/", "min", "10"),
        ("secret/corner/", "min", "7.5"),
        ("secret/rest/", "avg accept_if_any_accepted", "12.5"),
        // The cases that reach bounds.
        ("secret/No-points/", "min", "0"),
    ] {
        let text = &kattis[&format!("data/{directory}testdata.yaml")];
        let expected = [
            format!("grader_flags: {flags}\n"),
            format!("range: 0 {range}\n"),
        ];
        assert!(
            expected.iter().all(|line| text.contains(line)),
            "{directory}: {text}"
        );
    }
    for file in [
        "data/sample/samples-sample-1.in",
        "data/secret/corner/regressions-food-in-the-first-cell.ans",
        "data/secret/corner/regressions-food-in-the-first-cell-1.in",
        "submissions/accepted/sweeps.c",
        "data/secret/rest/regressions-wall-in-the-way.ans",
        "data/secret/No-points/bounds-low.in",
    ] {
        assert!(kattis.contains_key(file), "{file}");
    }
    let polygon = files(Format::Polygon, &package);
    let groups = "samples 10 COMPLETE_GROUP\ncorner 7.5 COMPLETE_GROUP\nrest 12.5 EACH_TEST\n";
    assert_eq!(polygon["groups.txt"], groups);
    assert!(polygon["tests.txt"].contains("tests/01 samples/sample-1 samples\n"));
}

#[test]
fn package_identity_is_unique_and_stable() {
    let cases = cases("913", &["samples"]);
    let game = Game::CatAndMouse;
    let identity = |format: Format, name: &str, cases: &[GameCase]| -> String {
        let package = Package::new(game, name, cases, &[]).unwrap();
        let yaml = &files(format, &package)["problem.yaml"];
        let line = yaml.lines().find(|line| line.starts_with("uuid: "));
        line.unwrap().to_owned()
    };
    let one = identity(Format::Icpc, "one", &cases);
    assert_eq!(one, identity(Format::Icpc, "one", &cases));
    assert_ne!(one, identity(Format::Icpc, "two", &cases));
    assert_ne!(one, identity(Format::Kattis, "one", &cases));
    assert_ne!(one, identity(Format::Icpc, "one", &cases[1..]));
}

#[test]
fn cases_with_other_rules_are_refused_in_packages() {
    let game = Game::CatAndMouse2;
    for (suite, words) in [("limit-edge", "a board"), ("limit-8x8", "move limit")] {
        let cases = cases("1728", &[suite]);
        let error = Package::new(game, "catandmouse2", &cases, &[])
            .unwrap_err()
            .to_string();
        assert!(error.contains(suite) && error.contains(words), "{error}");
        assert!(error.contains("--suite"), "{error}");
    }
}

#[test]
fn package_texts_of_every_problem_have_no_placeholders() {
    for game in Game::ALL {
        let cases = cases(game.id(), &["samples"]);
        let package = Package::new(game, "name", &cases, &[]).unwrap();
        for format in [
            Format::Kattis,
            Format::Icpc,
            Format::Domjudge,
            Format::Polygon,
        ] {
            let files = files(format, &package);
            assert!(
                files.values().all(|text| !text.contains("{{")),
                "{format:?}"
            );
        }
    }
}
