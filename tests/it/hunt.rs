//! `mousetrap hunt`, stopped by Ctrl-C and resumed.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use crate::project::Project;

const TARGET: &str = "detour-4x5-cat-1-mouse-1";

#[expect(clippy::disallowed_methods, reason = "the program under test")]
fn hunt(project: &Project, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mousetrap"));
    let arguments =
        "hunt --problem 1728 --goal detour --size 4x5 --steps 5000 --jobs 1 --state hunt.json";
    command
        .args(arguments.split(' '))
        .args(more)
        .current_dir(project.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

#[test]
fn what_is_built_in_is_known() {
    let project = Project::basic();
    let size = ["--size", "4x4", "--restarts", "1"];
    let (code, printed, said) = project.run(&[&["hunt", "-p", "1728"], &size[..]].concat(), "");
    assert_eq!(code, 0, "{said}");
    let nothing_new = "mouse-win-4x4-cat-1-mouse-1: nothing new: the record is 17 plies\n";
    assert!(printed.contains(nothing_new), "{printed}");
    for part in [
        "deepest instance seen: 17 plies, restart 0 of seed 1\n┌─",
        "It reaches the food on ply 17",
        "\n[\"",
    ] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    assert!(!project.path().join("cases/1728/extreme.toml").exists());
}

#[test]
fn hunt_with_a_depth_limit_prints_the_deepest_instance_and_keeps_nothing() {
    let project = Project::basic();
    let hunt = |limit: &str, size: &str| {
        let line = format!("hunt --problem 1728 --size {size} --max-plies {limit} --restarts 2");
        let words: Vec<&str> = line.split(' ').collect();
        let (code, printed, fault) = project.run(&words, "");
        assert_eq!(code, 0, "{fault}");
        printed
    };
    let reached = hunt("8", "4x4");
    for part in [
        "mouse-win-4x4-cat-1-mouse-1: as deep as --max-plies 8 allows\n",
        "deepest instance seen: 7 plies, restart 0 of seed 1\n┌─",
    ] {
        assert!(reached.contains(part), "{part}: {reached}");
    }
    let missed = hunt("900", "2x2");
    for part in [
        "mouse-win-2x2-cat-1-mouse-1: nothing as deep as --max-plies 900 allows\n",
        "deepest instance seen: 1 ply, restart 0 of seed 1\n",
    ] {
        assert!(missed.contains(part), "{part}: {missed}");
    }
    let none = hunt("9", "1x2");
    assert!(
        none.contains("mouse-win-1x2-cat-1-mouse-1: no win found\n"),
        "{none}"
    );
    assert!(!project.path().join("cases/1728/extreme.toml").exists());
}

/// Returns the score on the line of the target.
fn plies(said: &str) -> u32 {
    let line = said.lines().find_map(|line| line.strip_prefix(TARGET));
    let line = line.unwrap_or_else(|| panic!("no record in: {said}"));
    line.split(' ').find_map(|word| word.parse().ok()).unwrap()
}

#[test]
fn ctrl_c_keeps_what_was_found_and_the_same_again_goes_on() {
    let project = Project::basic();
    // Without --restarts or --time a hunt goes on until it is stopped.
    let mut child = hunt(&project, &[]).spawn().unwrap();
    let mut news = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    news.read_line(&mut line).unwrap();
    assert!(line.starts_with(TARGET), "{line}");
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    news.read_to_string(&mut line).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{line}");
    let said = String::from_utf8(output.stdout).unwrap();
    let found = plies(&said);
    let hall = fs::read_to_string(project.path().join("cases/1728/extreme.toml")).unwrap();
    assert!(hall.contains(TARGET), "{hall}");

    let output = hunt(&project, &["--restarts", "3"]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(plies(&said) >= found, "{said}");
    let done = said.split(' ').next().unwrap().parse::<u32>().unwrap();
    assert!(done >= 3, "{said}");
}

/// Each mode with each option of the others: nothing is ignored in silence.
#[test]
fn options_that_a_mode_has_no_use_for_are_refused() {
    let project = Project::empty();
    let refused = |line: &str| {
        let (code, printed, said) = project.run(&line.split(' ').collect::<Vec<_>>(), "");
        assert_eq!((code, &*printed), (2, ""), "{line}: {said}");
        assert!(said.contains("cannot be used with"), "{line}: {said}");
    };
    let search = "--goal density|--size 4x4|--cat-jump 1|--mouse-jump 1|--max-plies 9|--seed 1|--steps 200000|\
                  --first 0|--restarts 1|--dry-run";
    let run = "--time 1s|--state s.json|--jobs 1|--shard 1/2";
    for (mode, options) in [
        ("--exhaust 3x4", vec![search, "--ladder x|--output x.md"]),
        (
            "--tables s.json",
            vec![search, run, "--ladder x|--problem 913|--exhaust 3x4"],
        ),
        (
            "--problem 913 --ladder x",
            vec![search, run, "--output x.md"],
        ),
        ("--problem 913", vec!["--cat-jump 1|--mouse-jump 2"]),
        ("--problem 913 --goal draws", vec!["--max-plies 9"]),
    ] {
        for option in options.iter().flat_map(|options| options.split('|')) {
            refused(&format!("hunt {mode} {option}"));
        }
    }
    let names = fs::read_dir(project.path()).unwrap();
    let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    assert!(
        !names.iter().any(|name| name == "s.json" || name == "x.md"),
        "{names:?}"
    );
}
