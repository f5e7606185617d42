//! Compares the solver of the web page with those of this workspace in every position.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use assert_cmd::Command;
use cat_and_mouse::game::{Bounds, Player};
use cat_and_mouse::solve::solved_game::{Position, SolvedGame};
use cat_and_mouse::{Game, Instance};
use mousetrap_board::encode_values;
use mousetrap_judge::ProjectPrograms;
use mousetrap_judge::config::Config;
use mousetrap_sandbox::Isolation;
use mousetrap_suite::ProjectSuites;
use mousetrap_suite::generate::{RandomStream, Seed, families_of};
use mousetrap_util::project;

use crate::project::{Project, has};

/// Reads a case in the `LeetCode` form per line, as JSON strings, and writes the table
/// of each in a line.
const SOLVE: &str = "
    const lines = require('fs').readFileSync(0, 'utf8').trim().split('\\n');
    require(process.argv[1]);
    for (const line of lines) console.log(JSON.stringify(mousetrap.table(JSON.parse(line))));
";

/// Returns the table of each case that the page's script computes.
fn tables_of_the_page(cases: &[Instance]) -> Vec<Vec<i32>> {
    let directory = tempfile::tempdir().unwrap();
    let script = directory.path().join("board.cjs");
    fs::write(&script, mousetrap_board::SCRIPT).unwrap();
    let lines = cases
        .iter()
        .map(|case| serde_json::json!(case.leetcode_text()).to_string() + "\n");
    let mut solve = Command::new("node");
    let solve = solve.args(["-e", SOLVE]).arg(&script);
    let done = solve
        .write_stdin(lines.collect::<String>())
        .output()
        .unwrap();
    let stdout = String::from_utf8(done.stdout).unwrap();
    let lines = stdout
        .lines()
        .map(|line| serde_json::from_str::<Vec<i32>>(line).unwrap());
    let tables: Vec<Vec<i32>> = lines.map(|line| unpack(&line)).collect();
    let stderr = String::from_utf8_lossy(&done.stderr);
    assert_eq!(tables.len(), cases.len(), "{stderr}");
    tables
}

/// Compares every position of every case.
fn check(cases: &[Instance]) {
    for (case, page) in cases.iter().zip(tables_of_the_page(cases)) {
        let here = unpack(&encode_values(case));
        assert_eq!(here.len(), page.len(), "{}", case.leetcode_text());
        // For boards, only the page's table says how fast the cat wins.
        let board = matches!(case, Instance::Grid(_));
        let forced = board.then(|| forced_by_the_cat(case, &page));
        for (at, (&here, &page)) in here.iter().zip(&page).enumerate() {
            let forced = forced.as_ref().map_or(0, |forced| forced[at]);
            let expected = if here == 0 { forced } else { here };
            assert_eq!(page, expected, "position {at} of {}", case.leetcode_text());
        }
    }
}

/// Returns the value of each position in which the cat forces an end, computed by the rules from
/// the values of the positions after it. Because every move takes a ply, a table that agrees in
/// all positions is right.
fn forced_by_the_cat(case: &Instance, values: &[i32]) -> Vec<i32> {
    let solved = SolvedGame::new(case);
    let places = case.size() as u16;
    let index = |at: Position| {
        let turn = usize::from(at.turn == Player::Cat);
        (turn * case.size() + usize::from(at.mouse)) * case.size() + usize::from(at.cat)
    };
    let mut forced = vec![0; values.len()];
    let pairs = (0..places).flat_map(|mouse| (0..places).map(move |cat| (mouse, cat)));
    for (mouse, cat) in pairs {
        for turn in Player::ALL {
            let at = Position { turn, mouse, cat };
            let is_possible = |turn| !solved.moves(Position { turn, ..at }).is_empty();
            if !Player::ALL.into_iter().all(is_possible) || solved.winner(at).is_some() {
                continue;
            }
            let moves = solved.moves(at);
            let after = moves.iter().map(|&next| values[index(next)]);
            // Values are negative: the greatest is the fastest.
            let best = match turn {
                Player::Cat => after.filter(|&value| value < 0).max(),
                Player::Mouse if after.clone().all(|value| value < 0) => after.min(),
                Player::Mouse => None,
            };
            forced[index(at)] = best.map_or(0, |value| value - 1);
        }
    }
    forced
}

#[test]
fn page_solves_every_case_of_the_suites() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"));
    let names = mousetrap_suite::list(&project::Project::from(directory)).unwrap();
    let known = mousetrap_suite::known_suites();
    let config = Config::read(directory, &project::Project::default(), known).unwrap();
    mousetrap_sandbox::use_worker_binary(env!("CARGO_BIN_EXE_mousetrap"));
    let interrupted = AtomicBool::new(false);
    let programs = ProjectPrograms::new(&config, Isolation::Full, &interrupted);
    let mut suites = ProjectSuites::new(&config, programs);
    let suites = names
        .iter()
        .map(|name| suites.load(name.game, &name.suite).unwrap());
    let all = suites
        .flat_map(|suite| suite.cases)
        .map(|case| case.instance);
    // The page does not solve larger instances.
    let fits = |case: &Instance| case.game().parse(&case.text(), Bounds::Contest).is_ok();
    let cases: Vec<Instance> = all.filter(fits).collect();
    assert!(cases.len() > 500, "{} cases", cases.len());
    check(&cases);
}

#[test]
fn page_solves_random_cases() {
    let families: Vec<_> = Game::ALL.into_iter().flat_map(families_of).collect();
    let cases = (0..3000).flat_map(|draw| {
        let family = families[draw % families.len()];
        let mut stream = RandomStream::named("page", family.name, Seed(20), draw);
        family.draw(&family.defaults(), &mut stream)
    });
    let cases: Vec<Instance> = cases.collect();
    assert!(cases.len() > 2000, "{} cases", cases.len());
    check(&cases);
}

#[test]
fn explanation_is_a_page_with_the_case_and_its_text() {
    let project = Project::basic();
    let explain = "explain - --format html";
    let (_, page, _) = project.run_typed(explain, "1 7 1 1\nC.M...F\n");
    assert!(page.starts_with("<!doctype html>"), "{page}");
    // Readers without scripts see the text.
    has(&page, "It reaches the food on ply 7");
    has(&page, "C.M...F");
}

#[test]
fn play_writes_a_page_that_is_not_removed() {
    let project = Project::basic();
    let case = project.write("case.in", "1 7 1 1\nC.M...F\n");
    for arguments in [&["play"][..], &["play", case.to_str().unwrap()]] {
        let mut command = project.mousetrap();
        let command = command.args(arguments).env("TMPDIR", project.path());
        let printed = String::from_utf8(command.output().unwrap().stdout).unwrap();
        let (_, path) = printed.trim().split_once("file://").unwrap();
        let page = fs::read_to_string(path).unwrap();
        has(&page, "mousetrap-data");
    }
}

/// The values of all positions, decoded from their table.
fn unpack(runs: &[i32]) -> Vec<i32> {
    let mut value = 0;
    let differences = runs
        .chunks_exact(2)
        .flat_map(|run| (0..run[1]).map(|_| run[0]));
    let values = differences.map(|difference| {
        value += difference;
        value
    });
    values.collect()
}
