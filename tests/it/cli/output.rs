//! What becomes of a command whose output goes nowhere.

use std::fs::{self, File};
use std::io;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use crate::project::Project;

/// Commands that print something soon.
const PRINTS: [&str; 30] = [
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
    "hunt --problem 913 --size 5 --steps 50 --restarts 1",
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
    "list languages",
];

/// Commands that run until they are stopped, even if their output is not read.
const SERVERS: [&str; 2] = ["serve", "worker"];

const RIGHT: &str = include_str!("../../../solutions/913/accepted/topological_sort.py");
const WRONG: &str = "class Solution:\n    def catMouseGame(self, graph):\n        return 0\n";

/// What commands before have left that others read.
static MADE: LazyLock<[(&str, Vec<u8>); 3]> = LazyLock::new(|| {
    let project = written();
    for made in [
        &["judge", "right/solution.py", "-o", "run.json"][..],
        &["judge", "solution.py", "--shard", "1/1", "-o", "part.jsonl"],
        &["solve", "case.txt", "--certificate", "proof.txt"],
    ] {
        project.exits(0, made);
    }
    ["run.json", "part.jsonl", "proof.txt"]
        .map(|name| (name, fs::read(project.path().join(name)).unwrap()))
});

fn written() -> Project {
    let project = Project::basic();
    project.write("solution.py", RIGHT);
    project.write("right/solution.py", RIGHT);
    project.write("wrong.py", WRONG);
    project.write("case.txt", "5\n2 1 2\n2 0 2\n3 0 1 3\n2 2 4\n1 3\n");
    project
}

fn project() -> Project {
    let project = written();
    for (name, bytes) in &*MADE {
        project.write(name, bytes);
    }
    project
}

#[test]
fn every_command_of_the_help_prints_or_serves() {
    let (_, help, _) = Project::empty().run("--help");
    let (commands, _) = help.split_once("\nOptions:").unwrap();
    for line in commands.lines().filter(|line| line.starts_with("  ")) {
        let name = line.split_whitespace().next().unwrap();
        let mut known = PRINTS.iter().chain(&SERVERS);
        assert!(
            known.any(|row| row.split(' ').next() == Some(name)),
            "{name}"
        );
    }
}

/// Runs a command with this standard output; exit code and standard error.
#[expect(clippy::disallowed_methods, reason = "the program under test")]
fn run(arguments: &str, output: Stdio) -> (Option<i32>, String) {
    let project = project();
    let done = Command::new(env!("CARGO_BIN_EXE_mousetrap"))
        .args(arguments.split(' '))
        .current_dir(project.path())
        .env("RUST_BACKTRACE", "1")
        .env("TMPDIR", project.path())
        .stdin(Stdio::null())
        .stdout(output)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(!said.contains("panicked"), "{arguments:?}: {said}");
    (done.status.code(), said)
}

#[test]
fn every_command_whose_reader_has_gone_ends_quietly() {
    for arguments in PRINTS {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let (code, said) = run(arguments, writer.into());
        assert_eq!(code, Some(141), "{arguments:?}: {said}");
        assert!(!said.contains("error"), "{arguments:?}: {said}");
    }
}

#[test]
fn every_command_that_cannot_print_says_so() {
    for arguments in PRINTS {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let (code, said) = run(arguments, full.into());
        assert_eq!(code, Some(2), "{arguments:?}: {said}");
        let error = said.lines().last().unwrap_or_default();
        assert!(
            error.starts_with("error: standard output cannot be written: "),
            "{arguments:?}: {said}"
        );
    }
}

#[test]
fn what_was_found_is_kept_though_nobody_reads_of_it() {
    let project = project();
    let (reader, writer) = io::pipe().unwrap();
    drop(reader);
    #[expect(clippy::disallowed_methods, reason = "the program under test")]
    let status = Command::new(env!("CARGO_BIN_EXE_mousetrap"))
        .args(["stress", "wrong.py"])
        .current_dir(project.path())
        .stdout(writer)
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(141));
    assert!(project.path().join("cases/913/regressions.toml").is_file());
}

#[test]
fn two_reports_to_one_file_are_refused_before_judging() {
    let project = Project::basic();
    project.write("a.py", "x");
    for arguments in [
        "--output new.csv --marks ./new.csv",
        "--output new.json --output new.json",
        "--output sub/../new.html --output new.html",
    ] {
        std::fs::create_dir_all(project.path().join("sub")).unwrap();
        project.fails(
            &format!("judge a.py {arguments}"),
            "two reports would go to this file",
        );
    }
}
