//! Interrupted runs that are resumed, and identical submissions.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt as _;
use std::process::Child;

use rustix::process::Signal;
use serde_json::Value;

use crate::project::{Project, has, right_after, signal, until};
use crate::runs::{LOG, SUBMISSIONS, judged, slow_class};

const JUDGE: &str = "judge class --jobs 1 --no-cache --output run.json";

/// Submissions so close to the limit that no result is cached.
fn class() -> Project {
    slow_class("[limits]\ncpu = \"600ms\"\n")
}

fn start(project: &Project, more: &str) -> Child {
    project.spawn(&format!("{JUDGE} {more}"))
}

/// Ends the judge with a signal once this many submissions have a verdict. Returns which.
fn end(project: &Project, mut judge: Child, after: usize, by: Signal) -> BTreeSet<usize> {
    until("verdict", || judged(project).len() >= after);
    signal(&judge, by);
    let status = judge.wait().unwrap();
    match by {
        Signal::INT => assert_eq!(status.code(), Some(130)),
        _ => assert_eq!(status.signal(), Some(by.as_raw())),
    }
    let judged = judged(project);
    assert!(judged.len() < SUBMISSIONS, "it finished before the signal");
    judged
}

#[test]
fn resumed_run_judges_no_submission_with_a_verdict_again() {
    let project = class();
    let known = end(&project, start(&project, ""), 2, Signal::KILL);
    assert_eq!(project.json("run.json")["ending"], Value::Null);
    // A power failure leaves an incomplete line.
    let torn = project.read(LOG) + "{\"submission\":{\"ind";
    project.write(LOG, torn);

    let resumed = start(&project, "--resume");
    let now = end(&project, resumed, known.len() + 1, Signal::INT);
    assert!(now.is_superset(&known), "{now:?}");
    let before = project.json("run.json");
    let left = SUBMISSIONS - now.len();
    assert_eq!(before["summary"]["not_judged"], left);

    let (_, stderr) = project.exits(0, &format!("{JUDGE} --resume --feedback pages"));
    for number in 0..SUBMISSIONS {
        let page = project.read(&format!("pages/class-{number}.py.html"));
        has(&page, "<dd>2 of 2</dd>");
    }
    has(
        &stderr,
        format!("{} of 6 have already been judged\n", now.len()),
    );
    assert_eq!(stderr.matches("class/").count(), SUBMISSIONS, "{stderr}");
    let after = project.json("run.json");
    assert_eq!(after["summary"]["as_expected"], SUBMISSIONS);
    for index in now {
        // All measurements are the same.
        assert_eq!(after["submissions"][index], before["submissions"][index]);
    }
    let log = project.path().join(LOG);
    assert!(!log.exists(), "the report has everything");
}

#[test]
fn run_is_resumed_only_with_the_same_files_and_conditions() {
    let project = class();
    end(&project, start(&project, ""), 1, Signal::INT);
    let log = project.read(LOG);
    let refused = |options: &str, reason: &str| {
        let (_, stderr) = project.exits(2, &format!("{JUDGE} {options}"));
        has(&stderr, "run.json.log.jsonl: cannot resume");
        has(&stderr, reason);
    };
    refused("--resume --all-cases", "changed since then: --all-cases;");
    let class = project.path().join("class");
    fs::rename(class.join("0.py"), class.join("new.py")).unwrap();
    refused("--resume", "results would be lost: class/0.py;");
    fs::rename(class.join("new.py"), class.join("0.py")).unwrap();
    let config = project.read("judge.toml").replace("600ms", "700ms");
    project.write("judge.toml", config);
    let limits = "changed since then: case limits of problem 913;";
    refused("--resume", limits);
    assert_eq!(project.read(LOG), log);
}

#[test]
fn second_run_does_not_write_the_reports_of_the_first() {
    let project = class();
    let mut first = start(&project, "");
    until("verdict", || !judged(&project).is_empty());
    symlink("run.json", project.path().join("link.json")).unwrap();
    for command in [
        JUDGE,
        "judge class --jobs 1 --no-cache --output run.json --resume",
        "judge class/0.py -o link.json",
        "judge class/0.py -o other.json -o run.json",
    ] {
        project.fails(command, "another run is writing to it; wait");
    }
    assert!(first.wait().unwrap().success());
    let judged = &project.json("run.json")["summary"]["as_expected"];
    assert_eq!(*judged, SUBMISSIONS);
}

#[test]
fn identical_submissions_are_judged_once_and_named() {
    let project = Project::basic();
    let right = right_after(0.0);
    for (name, text) in [
        ("anna.py", right.clone()),
        ("ben.py", format!("# mine\n{right}")),
        ("cleo.py", right.clone()),
        ("dan/cleo.py", right),
    ] {
        project.write(&format!("class/{name}"), text);
    }
    let (printed, _) = project.exits(0, "judge class --no-cache -o run.json");
    let report = project.json("run.json");
    let outcome = |index: usize| &report["submissions"][index]["outcome"];
    for index in [0, 1] {
        let judged = &outcome(index)["judged"];
        assert_eq!(judged["verdict"], "AC", "{index}");
        assert_eq!(outcome(index + 2)["same_as"], 0, "{index}");
    }
    assert_eq!(report["summary"]["runs"], 4);
    assert_eq!(report["summary"]["same"], 2);
    has(&printed, "  same as class/anna.py\n");
    has(&printed, "2 identical to another");
    // Feedback names no other author.
    project.run("judge class --feedback out");
    assert!(!project.read("out/class-cleo.py.html").contains("anna"));
}
