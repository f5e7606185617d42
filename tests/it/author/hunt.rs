//! `mousetrap hunt`, stopped by Ctrl-C and continued.

use std::io::{BufRead, BufReader, Read};

use rustix::process::Signal;

use crate::project::{Project, signal};

#[test]
fn find_is_printed_with_its_proof_and_the_known_record() {
    let project = Project::basic();
    project.replay(
        "0 hunt mouse-win-4x4-cat-1-mouse-1 --restarts 1 => cat-1-mouse-1: no new record: the record \
         is 17 plies\\n | deepest instance found: 17 plies (seed 1, restart 0)\\n┌─ | It reaches the \
         food on ply 17 | \\n[\" | \\nresult verified by a certificate with",
    );
    assert!(!project.path().join("cases/1728/extreme.toml").exists());
}

#[test]
fn interrupted_hunt_prints_its_best_find_and_how_to_continue() {
    const TARGET: &str = "mouse-win-4x5-cat-1-mouse-1";
    let project = Project::basic();
    let hunt = format!("hunt {TARGET} --steps 5000 --jobs 1");
    // Without --restarts or --time, a hunt continues until it is stopped.
    let mut child = project.spawn(&hunt);
    let mut progress = BufReader::new(child.stderr.take().unwrap());
    let mut text = String::new();
    progress.read_line(&mut text).unwrap();
    assert!(text.starts_with(TARGET), "{text}");
    signal(&child, Signal::INT);
    progress.read_to_string(&mut text).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{text}");
    let printed = String::from_utf8(output.stdout).unwrap();
    let find = printed.lines().find_map(|line| line.strip_prefix(TARGET));
    let mut words = find.expect(&printed).split(' ');
    let plies: u32 = words.find_map(|word| word.parse().ok()).unwrap();
    assert!(plies > 0);
    let (_, first) = printed.trim_end().split_once("\nto continue: ").unwrap();

    let (printed, _) = project.exits(0, &format!("{hunt} {first} --restarts 1"));
    assert!(printed.starts_with("1 restart, "), "{printed}");
    assert!(!printed.contains("to continue"), "{printed}");
}
