//! `mousetrap hunt`, stopped by Ctrl-C and continued.

use std::io::{BufRead, BufReader, Read};

use rustix::process::Signal;

use crate::project::{Project, has, signal};

const TARGET: &str = "mouse-win-4x5-cat-1-mouse-1";

#[test]
fn find_is_printed_with_its_proof_and_the_known_record() {
    let project = Project::basic();
    let (code, printed, fault) = project.run("hunt -p 1728 --size 4x4 --restarts 1");
    assert_eq!(code, 0, "{fault}");
    has(
        &printed,
        "mouse-win-4x4-cat-1-mouse-1: nothing new: the record is 17 plies\n",
    );
    has(
        &printed,
        "deepest instance seen: 17 plies, restart 0 of seed 1\n┌─",
    );
    has(&printed, "It reaches the food on ply 17");
    has(&printed, "\n[\"");
    has(&printed, "\nproved by a certificate of ");
    assert!(!project.path().join("cases/1728/extreme.toml").exists());
}

/// Returns the score on the line of the target.
fn score(printed: &str) -> u32 {
    let line = printed.lines().find_map(|line| line.strip_prefix(TARGET));
    let line = line.unwrap_or_else(|| panic!("no record in: {printed}"));
    line.split(' ').find_map(|word| word.parse().ok()).unwrap()
}

#[test]
fn interrupted_hunt_prints_its_best_find_and_how_to_continue() {
    let project = Project::basic();
    let line = "hunt --problem 1728 --size 4x5 --steps 5000 --jobs 1";
    // Without --restarts or --time a hunt continues until it is stopped.
    let mut child = project.spawn(line);
    let mut progress = BufReader::new(child.stderr.take().unwrap());
    let mut text = String::new();
    progress.read_line(&mut text).unwrap();
    assert!(text.starts_with(TARGET), "{text}");
    signal(&child, Signal::INT);
    progress.read_to_string(&mut text).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{text}");
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(score(&printed) > 0);
    let (_, first) = printed
        .trim_end()
        .split_once("\nto continue: ")
        .expect(&printed);

    let (code, printed, fault) = project.run(&format!("{line} {first} --restarts 1"));
    assert_eq!(code, 0, "{fault}");
    assert!(printed.starts_with("1 restart, "), "{printed}");
    assert!(!printed.contains("to continue"), "{printed}");
}

#[test]
fn hunt_with_an_option_that_does_not_fit_is_refused() {
    let project = Project::empty();
    for (line, cause) in [
        ("hunt --problem 913 --cat-jump 1", "with problem 913"),
        ("hunt --problem 913 --mouse-jump 2", "with problem 913"),
    ] {
        let (code, printed, fault) = project.run(line);
        assert_eq!((code, &*printed), (2, ""), "{fault}");
        assert!(
            fault.contains(&format!("cannot be used {cause}")),
            "{fault}"
        );
    }
}
