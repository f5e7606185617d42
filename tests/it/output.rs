//! What becomes of a command whose output goes nowhere.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use crate::project::Project;

/// Arguments with which each command prints something soon.
const PRINTS: [&[&str]; 30] = [
    &["judge", "solution.py"],
    &["run", "solution.py", "case.txt"],
    &["init", "fresh"],
    &["new", "solution", "python", "1728", "fresh.py"],
    &["generate", "basic"],
    &["calibrate", "solution.py"],
    &["report", "compare", "run.json", "run.json"],
    &["stress", "wrong.py", "--time", "10s"],
    &["explain", "case.txt"],
    &[
        "strength",
        "suites",
        "basic",
        "--problem",
        "913",
        "--search",
        "1",
    ],
    &[
        "strength",
        "harden",
        "basic",
        "--problem",
        "913",
        "--search",
        "0",
        "--into",
        "small",
    ],
    &[
        "strength",
        "source",
        "solution.py",
        "--mutants",
        "1",
        "--time",
        "0s",
    ],
    &["strength", "judged", "run.json"],
    &[
        "hunt",
        "--problem",
        "913",
        "--size",
        "5",
        "--steps",
        "50",
        "--restarts",
        "1",
    ],
    &["describe", "completions", "bash"],
    &["describe", "man"],
    &[
        "export",
        "jsonl",
        "--problem",
        "913",
        "--suite",
        "basic",
        "exported",
    ],
    &["import", "case.txt"],
    &["doctor"],
    &["cache"],
    &["setup", "--print", "python"],
    &["solve", "case.txt"],
    &["solve", "--verify", "proof.txt", "case.txt"],
    &["describe", "schema"],
    &["play", "case.txt"],
    &["report", "merge", "part.jsonl"],
    &["list", "families"],
    &["list", "suites"],
    &["list", "mutants"],
    &["list", "languages"],
];

/// Commands that run until they are stopped, even if their output is not read.
const SERVERS: [&str; 2] = ["serve", "worker"];

const RIGHT: &str = include_str!("../../solutions/913/accepted/topological_sort.py");
const WRONG: &str = "class Solution:\n    def catMouseGame(self, graph):\n        return 0\n";

/// What commands before have left that others read.
static MADE: LazyLock<[(&str, Vec<u8>); 3]> = LazyLock::new(|| {
    let project = written();
    for made in [
        &["judge", "right/solution.py", "-o", "run.json"][..],
        &["judge", "solution.py", "--shard", "1/1", "-o", "part.jsonl"],
        &["solve", "case.txt", "--certificate", "proof.txt"],
    ] {
        let (code, _, said) = project.run(made, "");
        assert_eq!(code, 0, "{said}");
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

/// The names of all commands that do something, as in `new solution`: those
/// with a manual page that is not about several.
fn leaves() -> Vec<Vec<String>> {
    let project = Project::empty();
    let (code, _, said) = project.run(&["describe", "man", "pages"], "");
    assert_eq!(code, 0, "{said}");
    let mut names: Vec<Vec<String>> = fs::read_dir(project.path().join("pages"))
        .unwrap()
        .map(|page| {
            let page = page.unwrap().path();
            let name = page.file_stem().unwrap().to_str().unwrap();
            name.split('-').skip(1).map(str::to_owned).collect()
        })
        .collect();
    names.sort();
    let about_several = |name: &Vec<String>| {
        names
            .iter()
            .any(|other| other != name && other.starts_with(name))
    };
    let one: Vec<_> = names.iter().filter(|name| !about_several(name)).collect();
    one.into_iter().cloned().collect()
}

/// Runs a command with this standard output; exit code and standard error.
#[expect(clippy::disallowed_methods, reason = "the program under test")]
fn run(arguments: &[String], output: Stdio) -> (Option<i32>, String) {
    let project = project();
    let browser = project.write("bin/xdg-open", "#!/bin/sh\n");
    fs::set_permissions(browser, Permissions::from_mode(0o755)).unwrap();
    let bin = project.path().join("bin");
    let path = std::env::var("PATH").unwrap();
    let done = Command::new(env!("CARGO_BIN_EXE_mousetrap"))
        .args(arguments)
        .current_dir(project.path())
        .env("RUST_BACKTRACE", "1")
        .env("PATH", format!("{}:{path}", bin.display()))
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

/// Every command as it prints, and the help of each.
fn commands() -> Vec<Vec<String>> {
    let mut commands = vec![vec!["--version".to_owned()], vec!["--help".to_owned()]];
    for name in leaves() {
        commands.push([&name[..], &["--help".to_owned()]].concat());
        if name.iter().any(|word| SERVERS.contains(&word.as_str())) {
            continue;
        }
        let words = |row: &&&[&str]| row.iter().zip(&name).all(|(word, name)| word == name);
        let row = PRINTS.iter().find(words);
        let row = row.unwrap_or_else(|| panic!("no arguments with which {name:?} prints"));
        commands.push(row.iter().map(|&word| word.to_owned()).collect());
    }
    commands
}

#[test]
fn every_command_whose_reader_has_gone_ends_quietly() {
    for arguments in commands() {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let (code, said) = run(&arguments, writer.into());
        assert_eq!(code, Some(141), "{arguments:?}: {said}");
        assert!(!said.contains("error"), "{arguments:?}: {said}");
    }
}

#[test]
fn every_command_that_cannot_print_says_so() {
    for arguments in commands() {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let (code, said) = run(&arguments, full.into());
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
    assert!(project.path().join("cases/913/regressions").is_dir());
}

#[test]
fn two_reports_to_one_file_are_refused_before_judging() {
    let project = Project::basic();
    project.write("a.py", "x");
    for arguments in [
        ["--output", "new.csv", "--marks", "./new.csv"],
        ["--output", "new.json", "--output", "new.json"],
        ["--output", "sub/../new.html", "--output", "new.html"],
    ] {
        std::fs::create_dir_all(project.path().join("sub")).unwrap();
        let (code, _, said) = project.run(&[&["judge", "a.py"], &arguments[..]].concat(), "");
        assert!(
            code == 2 && said.contains("two reports would go to this file"),
            "{said}"
        );
    }
    let both = [
        "judge",
        "a.py",
        "--output",
        "/dev/null",
        "--format",
        "json",
        "--output",
        "/dev/null",
        "--format",
        "csv",
    ];
    let (_, _, said) = project.run(&both, "");
    assert!(!said.contains("two reports"), "{said}");
}
