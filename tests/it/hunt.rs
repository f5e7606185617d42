//! `mousetrap hunt`, stopped by Ctrl-C and resumed.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

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
    assert!(printed.contains("; known: "), "{printed}");
    assert!(!project.path().join("cases/1728/extreme.toml").exists());
}

/// The plies behind the name of the target.
fn plies(said: &str) -> u32 {
    let line = said.lines().find_map(|line| line.strip_prefix(TARGET));
    let line = line.unwrap_or_else(|| panic!("no record in: {said}"));
    let plies = line.trim_start_matches(": ").split(' ').next();
    plies.and_then(|plies| plies.parse().ok()).unwrap()
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
    let search = "--goal density|--size 4x4|--cat-jump 1|--mouse-jump 1|--seed 1|--steps 200000|\
                  --first 0|--restarts 1|--dry-run";
    let run = "--time 1s|--state s.json|--jobs 1|--shard 1/2";
    for (mode, options) in [
        ("--problem 913 --ladder x", vec![search, run]),
        ("--problem 913", vec!["--cat-jump 1|--mouse-jump 2"]),
    ] {
        for option in options.iter().flat_map(|options| options.split('|')) {
            refused(&format!("hunt {mode} {option}"));
        }
    }
    let names = fs::read_dir(project.path()).unwrap();
    let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    assert!(!names.iter().any(|name| name == "s.json"), "{names:?}");
}

/// Two runs that write one state file would lose each other's finds.
#[test]
fn hunt_refuses_a_state_that_another_run_writes() {
    let project = Project::basic();
    let mut child = hunt(&project, &["--dry-run"]).spawn().unwrap();
    let file = project.path().join("hunt.json");
    while !file.exists() {
        assert!(child.try_wait().unwrap().is_none());
        thread::sleep(Duration::from_millis(5));
    }
    let second = hunt(&project, &["--restarts", "1"]).output().unwrap();
    let error = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(2), "{error}");
    assert!(
        error.contains("hunt.json: another run is writing this state"),
        "{error}"
    );
    child.kill().unwrap();
    child.wait().unwrap();
}
