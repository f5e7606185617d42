//! Runs that are cut short and gone on with, and submissions that are the same.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::Child;

use rustix::process::Signal;
use serde_json::Value;

use crate::project::{Project, has, signal, until};

/// Right, and so close to the limit that no result of it is kept for other runs.
const CLOSE: &str = "\
import time
class Solution:
    def catMouseGame(self, graph):
        end = time.process_time() + 0.3
        while time.process_time() < end:
            pass
        return 0 if len(graph) == 6 else 1
";

const SUBMISSIONS: usize = 6;

fn class() -> Project {
    let project = Project::new("[suites]\n913 = [\"basic\"]\n[limits]\ncpu = \"600ms\"\n");
    for number in 0..SUBMISSIONS {
        project.write(
            &format!("class/{number}.py"),
            format!("# {number}\n{CLOSE}"),
        );
    }
    project
}

const JUDGE: [&str; 7] = [
    "judge",
    "class",
    "--jobs",
    "1",
    "--no-cache",
    "--output",
    "run.json",
];

fn start(project: &Project, more: &[&str]) -> Child {
    project.spawn(&[&JUDGE[..], more].concat())
}

fn log(project: &Project) -> PathBuf {
    project.path().join("run.json.log.jsonl")
}

/// The submissions that have their verdict in the log, by their places.
fn finished(project: &Project) -> BTreeSet<u64> {
    let text = fs::read_to_string(log(project)).unwrap_or_default();
    let lines = text.lines().filter_map(|line| {
        let line: Value = serde_json::from_str(line).ok()?;
        line["submission"]["index"].as_u64()
    });
    lines.collect()
}

/// Waits until so many submissions have their verdict, and ends the judge.
fn end(project: &Project, mut judge: Child, after: usize, by: Signal) {
    until("a verdict", || finished(project).len() >= after);
    signal(&judge, by);
    let status = judge.wait().unwrap();
    match by {
        Signal::INT => assert_eq!(status.code(), Some(130)),
        _ => assert_eq!(status.signal(), Some(by.as_raw())),
    }
    let finished = finished(project).len();
    assert!(
        finished < SUBMISSIONS,
        "the judge had finished before the signal"
    );
}

#[test]
fn what_has_its_verdict_is_not_judged_again_after_a_kill_and_ctrl_c() {
    let project = class();
    end(&project, start(&project, &[]), 2, Signal::KILL);
    assert_eq!(project.json("run.json")["ending"], Value::Null);
    let known = finished(&project);
    // As a machine without power leaves it.
    let torn = fs::read_to_string(log(&project)).unwrap() + "{\"submission\":{\"ind";
    fs::write(log(&project), torn).unwrap();

    end(
        &project,
        start(&project, &["--resume"]),
        known.len() + 1,
        Signal::INT,
    );
    let now = finished(&project);
    assert!(
        now.is_superset(&known) && now.len() < SUBMISSIONS,
        "{now:?}"
    );
    let judged = project.json("run.json")["summary"]["not_judged"]
        .as_u64()
        .unwrap();
    assert_eq!(
        judged as usize,
        SUBMISSIONS - now.len(),
        "the report has all of it"
    );

    let before: Vec<Value> = project.json("run.json")["submissions"]
        .as_array()
        .unwrap()
        .clone();
    let arguments = [&JUDGE[..], &["--resume", "--feedback", "pages"]].concat();
    let (_, said) = project.exits(0, &arguments);
    for number in 0..SUBMISSIONS {
        let page = project.path().join(format!("pages/class-{number}.py.html"));
        let page = fs::read_to_string(page).unwrap();
        has(&page, "<dd>2 of 2</dd>");
    }
    has(&said, format!("{} of 6 are judged already\n", now.len()));
    assert_eq!(said.matches("class/").count(), SUBMISSIONS, "{said}");
    let after = project.json("run.json");
    assert_eq!(after["summary"]["as_expected"], SUBMISSIONS);
    for &number in &now {
        // Measurements and all.
        let number = number as usize;
        assert_eq!(after["submissions"][number], before[number]);
    }
    assert!(!log(&project).exists(), "the report holds all of it");
}

#[test]
fn a_run_is_only_gone_on_with_under_the_same_conditions() {
    let project = class();
    end(&project, start(&project, &[]), 1, Signal::INT);
    let kept = fs::read(log(&project)).unwrap();
    let refused = |arguments: &[&str], reason: &str| {
        let (_, said) = project.exits(2, &[&JUDGE[..], arguments].concat());
        has(&said, "run.json.log.jsonl: cannot resume");
        has(&said, reason);
    };
    refused(&["--resume", "--all-cases"], "changed since: --all-cases;");
    // What is known of the others is not lost.
    fs::rename(
        project.path().join("class/0.py"),
        project.path().join("class/new.py"),
    )
    .unwrap();
    let missing = "the log has 1 submission that this run does not have, whose results would be \
                   lost: class/0.py;";
    refused(&["--resume"], missing);
    fs::rename(
        project.path().join("class/new.py"),
        project.path().join("class/0.py"),
    )
    .unwrap();
    let config = fs::read_to_string(project.path().join("judge.toml")).unwrap();
    project.write("judge.toml", config.replace("600ms", "700ms"));
    let limits = "changed since: limits of the cases of problem 913;";
    refused(&["--resume"], limits);
    project.write("judge.toml", config);
    assert_eq!(fs::read(log(&project)).unwrap(), kept);
}

#[test]
fn a_second_run_leaves_the_reports_of_the_first_alone() {
    let project = class();
    let mut first = start(&project, &[]);
    until("a verdict", || !finished(&project).is_empty());
    for more in [&[][..], &["--resume"]] {
        let (_, said) = project.exits(2, &[&JUDGE[..], more].concat());
        has(&said, "another run is writing it; wait");
    }
    // Under another name, and beside another report.
    symlink("run.json", project.path().join("link.json")).unwrap();
    for more in [
        &["-o", "link.json"][..],
        &["-o", "other.json", "-o", "run.json"],
    ] {
        let judge = [&["judge", "class/0.py"][..], more].concat();
        let (_, said) = project.exits(2, &judge);
        let busy = "json: cannot be written: another run is writing it; wait for its end";
        has(&said, busy);
    }
    assert!(first.wait().unwrap().success());
    assert_eq!(
        project.json("run.json")["summary"]["as_expected"],
        SUBMISSIONS
    );
}

#[test]
fn without_a_log_everything_is_judged_and_a_new_source_alone_is_new() {
    let project = Project::basic();
    project.write("class/a.py", CLOSE.replace("0.3", "0"));
    let judge = "judge class -o run.json --resume";
    let (_, said) = project.exits(0, judge);
    has(
        &said,
        "run.json.log.jsonl does not exist or is empty: every",
    );
}

#[test]
fn what_is_the_same_is_judged_once_and_said_to_be() {
    let project = Project::basic();
    let right = CLOSE.replace("0.3", "0");
    for (name, text) in [
        ("anna.py", right.clone()),
        ("ben.py", format!("# mine\n{right}")),
        ("cleo.py", right.clone()),
        ("dan/cleo.py", right),
    ] {
        project.write(&format!("class/{name}"), text);
    }
    let judge = "judge class --no-cache -o run.json";
    let (printed, _) = project.exits(0, judge);
    let report = project.json("run.json");
    let outcome = |index: usize| &report["submissions"][index]["outcome"];
    for index in [0, 1] {
        let judged = &outcome(index)["judged"];
        assert_eq!(judged["verdict"], "AC", "{index}");
        assert_eq!(judged["cases"].as_array().unwrap().len(), 2, "{index}");
    }
    for index in [2, 3] {
        assert_eq!(outcome(index)["same_as"], 0, "{index}");
    }
    assert_eq!(report["summary"]["runs"], 4);
    assert_eq!(report["summary"]["same"], 2);
    has(&printed, "  same as class/anna.py\n");
    has(&printed, "2 identical to another");
    // Nobody reads of others in their own feedback.
    let (_, _, said) = project.run("judge class --feedback out");
    let page = fs::read_to_string(project.path().join("out/class-cleo.py.html"));
    assert!(
        !page
            .unwrap_or_else(|error| panic!("{error}: {said}"))
            .contains("anna")
    );
}
