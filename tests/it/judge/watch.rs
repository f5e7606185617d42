//! `mousetrap judge --watch`, from the first round to Ctrl-C.

use std::io::{BufRead, BufReader};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use rustix::process::Signal;

use crate::project::{Project, RIGHT, constant, has, signal};

/// Returns the lines up to the end of a round.
fn round(lines: &Receiver<String>) -> String {
    let mut text = String::new();
    while !text.contains("watching ") {
        // The wait ends early only if the program has died.
        let line = lines.recv_timeout(Duration::from_mins(2)).expect(&text);
        text = text + &line + "\n";
    }
    text
}

#[test]
fn watch_judges_again_after_changes_until_ctrl_c() {
    let project = Project::basic();
    project.write("mine.py", constant(0));
    project.write("other.py", RIGHT);
    let mut child = project.spawn("judge --watch mine.py other.py");
    let (sender, lines) = mpsc::channel();
    let output = BufReader::new(child.stdout.take().unwrap());
    let reader = thread::spawn(move || {
        for line in output.lines() {
            let _ = sender.send(line.unwrap());
        }
    });
    let text = round(&lines);
    has(&text, "2 submissions: 1 accepted");
    has(&text, "watching 2 submissions");
    project.write("mine.py", RIGHT);
    has(&round(&lines), "2 submissions: 2 accepted");
    // The next change corrects a wrong file.
    project.write("judge.toml", "[suites\n");
    thread::sleep(Duration::from_millis(300));
    project.write("judge.toml", "[suites]\n913 = [\"basic\", \"more\"]\n");
    project.case("913/more/c", "3\n2 1 2\n2 0 2\n2 0 1\n");
    has(&round(&lines), "2 submissions: 2 accepted");
    signal(&child, Signal::INT);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    reader.join().unwrap();
}
