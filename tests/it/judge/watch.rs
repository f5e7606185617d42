//! `mousetrap judge --watch`, from the first judgement to Ctrl-C.

use std::io::{BufRead, BufReader};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use rustix::process::Signal;

use crate::project::{Project, has, signal};

const RIGHT: &str = include_str!("../../../solutions/913/accepted/topological_sort.py");
const WRONG: &str = "\
class Solution:
    def catMouseGame(self, graph):
        return 0
";

/// Lines up to the one that says that everything is judged.
fn round(lines: &Receiver<String>) -> String {
    let mut text = String::new();
    while !text.contains("watching ") {
        // Only a watch that has died makes this wait end.
        let line = lines.recv_timeout(Duration::from_mins(2)).expect(&text);
        text = text + &line + "\n";
    }
    text
}

#[test]
fn what_changes_is_judged_again_and_ctrl_c_ends_it() {
    let project = Project::basic();
    project.write("mine.py", WRONG);
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
    has(&text, "2 submissions: 1 as expected, 1 not");
    project.write("mine.py", RIGHT);
    let text = round(&lines);
    has(&text, "1 submission: 1 accepted");
    has(&text, "watching 2 submissions: 2 as expected");
    // A broken file is said, and the next change mends it.
    project.write("cases/913/more.toml", "no case\n");
    project.write("cases/913/more.toml", "");
    project.case("913/basic/c", "3\n2 1 2\n2 0 2\n2 0 1\n");
    let text = round(&lines);
    has(&text, "2 submissions: 2 as expected");
    signal(&child, Signal::INT);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    reader.join().unwrap();
}
