//! Runs that are cut short and gone on with, and submissions that are the same.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::project::Project;

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
    #[expect(clippy::disallowed_methods, reason = "our own program, to be ended")]
    std::process::Command::new(env!("CARGO_BIN_EXE_mousetrap"))
        .args(JUDGE)
        .args(more)
        .current_dir(project.path())
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
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
fn end(project: &Project, mut judge: Child, after: usize, signal: Signal) {
    let begun = Instant::now();
    while finished(project).len() < after {
        assert!(begun.elapsed() < Duration::from_mins(1), "it hangs");
        thread::sleep(Duration::from_millis(20));
    }
    kill_process(Pid::from_child(&judge), signal).unwrap();
    let status = judge.wait().unwrap();
    match signal {
        Signal::INT => assert_eq!(status.code(), Some(130)),
        _ => assert_eq!(status.signal(), Some(signal.as_raw())),
    }
    let finished = finished(project).len();
    assert!(
        finished < SUBMISSIONS,
        "the judge had finished before the signal"
    );
}

fn report(project: &Project) -> Value {
    serde_json::from_slice(&fs::read(project.path().join("run.json")).unwrap()).unwrap()
}

#[test]
fn what_has_its_verdict_is_not_judged_again_after_a_kill_and_ctrl_c() {
    let project = class();
    end(&project, start(&project, &[]), 2, Signal::KILL);
    assert_eq!(report(&project)["ending"], Value::Null);
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
    let judged = report(&project)["summary"]["not_judged"].as_u64().unwrap();
    assert_eq!(
        judged as usize,
        SUBMISSIONS - now.len(),
        "the report has all of it"
    );

    let before: Vec<Value> = report(&project)["submissions"].as_array().unwrap().clone();
    let arguments = [&JUDGE[..], &["--resume", "--feedback", "pages"]].concat();
    let (code, printed, said) = project.run(&arguments, "");
    assert_eq!(code, 0, "{printed}{said}");
    for number in 0..SUBMISSIONS {
        let page = project.path().join(format!("pages/class-{number}.py.html"));
        let page = fs::read_to_string(page).unwrap();
        assert!(page.contains("<dd>2 of 2</dd>"), "{page}");
    }
    assert!(
        said.contains(&format!("{} of 6 are judged already\n", now.len())),
        "{said}"
    );
    assert_eq!(
        said.matches("class/").count(),
        SUBMISSIONS - now.len(),
        "{said}"
    );
    let after = report(&project);
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
        let (code, printed, said) = project.run(&[&JUDGE[..], arguments].concat(), "");
        assert_eq!(code, 2, "{printed}{said}");
        assert!(said.contains("run.json.log.jsonl: cannot resume"), "{said}");
        assert!(said.contains(reason), "{said}");
    };
    refused(&["--resume", "--all-cases"], "changed since: --all-cases;");
    refused(
        &["--resume", "--no-give-up"],
        "changed since: --no-give-up;",
    );
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
    project.write("cases/913/basic/c.in", "3\n1 2\n1 2\n2 0 1\n");
    refused(&["--resume"], "suites of problem 913;");
    fs::remove_file(project.path().join("cases/913/basic/c.in")).unwrap();
    assert_eq!(fs::read(log(&project)).unwrap(), kept);
    let mut damaged = kept.clone();
    let first = damaged.iter().position(|&byte| byte == b'\n').unwrap();
    damaged[first + 1] = 0;
    fs::write(log(&project), &damaged).unwrap();
    refused(&["--resume"], "it is damaged: line 2 is none of a log");
    fs::write(log(&project), "class Solution:\n").unwrap();
    refused(&["--resume"], "it is not a log, as");
}

#[test]
fn a_second_run_leaves_the_reports_of_the_first_alone() {
    let project = class();
    let mut first = start(&project, &[]);
    while finished(&project).is_empty() {
        assert!(first.try_wait().unwrap().is_none(), "it has ended");
        thread::sleep(Duration::from_millis(20));
    }
    for more in [&[][..], &["--resume"]] {
        let (code, printed, said) = project.run(&[&JUDGE[..], more].concat(), "");
        assert_eq!(code, 2, "{printed}{said}");
        assert!(said.contains("another run is writing it; wait"), "{said}");
    }
    // Under another name, and beside another report.
    symlink("run.json", project.path().join("link.json")).unwrap();
    for more in [
        &["-o", "link.json"][..],
        &["-o", "other.json", "-o", "run.json"],
    ] {
        let judge = [&["judge", "class/0.py"][..], more].concat();
        let (code, printed, said) = project.run(&judge, "");
        assert_eq!(code, 2, "{printed}{said}");
        let busy = "json: cannot be written: another run is writing it; wait for its end";
        assert!(said.contains(busy), "{said}");
    }
    assert!(first.wait().unwrap().success());
    assert_eq!(report(&project)["summary"]["as_expected"], SUBMISSIONS);
}

#[test]
fn without_a_log_everything_is_judged_and_a_new_source_alone_is_new() {
    let project = Project::basic();
    project.write("class/a.py", CLOSE.replace("0.3", "0"));
    let judge = ["judge", "class", "-o", "run.json", "--resume"];
    let (code, printed, said) = project.run(&judge, "");
    assert_eq!(code, 0, "{printed}{said}");
    assert!(
        said.contains("run.json.log.jsonl does not exist: every"),
        "{said}"
    );
    // As the power may leave one.
    for torn in ["", "{\"run\":{\"format\":2,\"vers"] {
        project.write("run.json.log.jsonl", torn);
        let (code, printed, said) = project.run(&judge, "");
        assert_eq!(code, 0, "{printed}{said}");
        let nothing = "run.json.log.jsonl: the log is empty: every submission is judged";
        assert!(said.contains(nothing), "{said}");
    }
    let log = "{\"run\":{\"format\":2,\"conditions\":{}}}\n";
    project.write("class/a.json.log.jsonl", log);
    let (code, printed, said) = project.run(&["judge", "class"], "");
    assert_eq!(code, 0, "{printed}{said}");
    assert!(printed.contains("left out 1 file"), "{printed}");
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
    let judge = ["judge", "class", "--no-cache", "-o", "run.json"];
    let (code, printed, said) = project.run(&judge, "");
    assert_eq!(code, 0, "{printed}{said}");
    let report = report(&project);
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
    assert!(printed.contains("  same as class/anna.py\n"), "{printed}");
    assert!(printed.contains("2 identical to another"), "{printed}");
    // Nobody reads of others in their own feedback.
    let (_, _, said) = project.run(&["judge", "class", "--feedback", "out"], "");
    let page = fs::read_to_string(project.path().join("out/class-cleo.py.html"));
    assert!(
        !page
            .unwrap_or_else(|error| panic!("{error}: {said}"))
            .contains("anna")
    );
}
