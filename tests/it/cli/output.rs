//! Standard output that cannot be written, and reports that go to one file.

use std::fs::{self, File};
use std::io;
use std::process::Stdio;
use std::sync::LazyLock;

use crate::project::{Project, RIGHT, constant};

/// Commands that print something soon.
const PRINTS: [&str; 29] = [
    "--version",
    "--help",
    "judge solution.py",
    "run solution.py case.txt",
    "init fresh",
    "new solution python 1728 fresh.py",
    "generate basic",
    "calibrate solution.py",
    "report compare run.json run.json",
    "report merge part.jsonl",
    "stress wrong.py --time 10s",
    "explain case.txt",
    "strength suites basic --problem 913 --search 1",
    "strength harden basic --problem 913 --search 0 --into small",
    "strength source solution.py --mutants 1 --time 0s",
    "strength judged run.json",
    "hunt mouse-win-5 --steps 50 --restarts 1",
    "describe completions bash",
    "describe schema",
    "export jsonl --problem 913 --suite basic exported",
    "import case.txt",
    "doctor",
    "cache",
    "setup --print python",
    "solve case.txt",
    "solve --verify proof.txt case.txt",
    "play case.txt",
    "list families",
    "list suites",
];

/// Commands that run until they are stopped, even if their output is not read.
const SERVERS: [&str; 2] = ["serve", "worker"];

/// Files that earlier commands have written and others read.
static FILES: LazyLock<[(&str, Vec<u8>); 3]> = LazyLock::new(|| {
    let project = sources();
    project.exits(0, "judge right/solution.py -o run.json");
    project.exits(0, "judge solution.py --shard 1/1 -o part.jsonl");
    project.exits(0, "solve case.txt --certificate proof.txt");
    ["run.json", "part.jsonl", "proof.txt"]
        .map(|name| (name, fs::read(project.path().join(name)).unwrap()))
});

fn sources() -> Project {
    let project = Project::basic();
    project.write("solution.py", RIGHT);
    project.write("right/solution.py", RIGHT);
    project.write("wrong.py", constant(0));
    project.write("case.txt", "5\n2 1 2\n2 0 2\n3 0 1 3\n2 2 4\n1 3\n");
    project
}

#[test]
fn every_command_of_the_help_prints_or_serves() {
    let (_, help, _) = Project::empty().run("--help");
    let (commands, _) = help.split_once("\nOptions:").unwrap();
    for line in commands.lines().filter(|line| line.starts_with("  ")) {
        let name = line.split_whitespace().next();
        let mut known = PRINTS.iter().chain(&SERVERS);
        assert!(known.any(|row| row.split(' ').next() == name), "{name:?}");
    }
}

/// Runs a command with this standard output. Returns its exit code and standard error.
fn run(project: &Project, arguments: &str, output: Stdio) -> (Option<i32>, String) {
    let mut command = project.process(arguments);
    command
        .env("RUST_BACKTRACE", "1")
        .env("TMPDIR", project.path());
    let done = command
        .stdin(Stdio::null())
        .stdout(output)
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(!stderr.contains("panicked"), "{arguments:?}: {stderr}");
    (done.status.code(), stderr)
}

/// Runs each command on the same files.
fn run_each(output: impl Fn() -> Stdio, check: impl Fn(Option<i32>, &str) -> bool) {
    for arguments in PRINTS {
        let project = sources();
        for (name, bytes) in &*FILES {
            project.write(name, bytes);
        }
        let (code, stderr) = run(&project, arguments, output());
        assert!(check(code, &stderr), "{arguments}: {code:?} {stderr}");
    }
}

fn closed_pipe() -> Stdio {
    let (_, writer) = io::pipe().unwrap();
    writer.into()
}

#[test]
fn closed_pipe_ends_every_command_quietly() {
    run_each(closed_pipe, |code, stderr| {
        code == Some(141) && !stderr.contains("error")
    });
}

#[test]
fn full_disk_is_an_error_of_every_command() {
    let full = || File::options().write(true).open("/dev/full").unwrap();
    run_each(
        || full().into(),
        |code, stderr| {
            let last = stderr.lines().last().unwrap_or_default();
            code == Some(2) && last.starts_with("error: cannot write to standard output: ")
        },
    );
}

#[test]
fn closed_pipe_loses_no_counterexample() {
    let project = sources();
    let (code, _) = run(&project, "stress wrong.py", closed_pipe());
    assert_eq!(code, Some(141));
    assert!(project.path().join("cases/913/regressions.toml").is_file());
}

#[test]
fn two_reports_to_one_file_are_refused_before_judging() {
    let project = Project::basic();
    project.write("a.py", "x");
    fs::create_dir(project.path().join("sub")).unwrap();
    for arguments in [
        "--output new.csv --marks ./new.csv",
        "--output new.json --output new.json",
        "--output sub/../new.html --output new.html",
    ] {
        let message = "two reports would be written to this file";
        project.fails(&format!("judge a.py {arguments}"), message);
    }
}
