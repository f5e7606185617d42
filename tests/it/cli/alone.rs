//! The program on its own: copied away from its repository, in a directory that
//! holds no project.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use crate::project::has;

/// A copy of the program, and an empty directory to work in.
struct Alone {
    directory: tempfile::TempDir,
    program: PathBuf,
}

impl Alone {
    #[expect(clippy::disallowed_methods, reason = "a tool of the system")]
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let program = directory.path().join("mousetrap");
        // Another process writes it: what this one has open, the children of
        // other tests may hold open, and a file being written cannot be run.
        let copied = Command::new("cp")
            .arg(env!("CARGO_BIN_EXE_mousetrap"))
            .arg(&program)
            .status()
            .unwrap();
        assert!(copied.success());
        fs::create_dir(directory.path().join("work")).unwrap();
        Self { directory, program }
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.directory.path().join("work").join(name), text).unwrap();
    }

    #[expect(clippy::disallowed_methods, reason = "the program under test")]
    fn run(&self, arguments: &str) -> Output {
        Command::new(&self.program)
            .args(arguments.split(' '))
            .current_dir(self.directory.path().join("work"))
            .env("NO_COLOR", "1")
            .output()
            .unwrap()
    }

    /// The exit code of a command, and what it prints.
    fn says(&self, arguments: &str) -> (Option<i32>, String) {
        let output = self.run(arguments);
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(said).unwrap())
    }
}

const RIGHT: &str = include_str!("../../../solutions/913/accepted/topological_sort.cpp");
const WRONG: &str = "\
class Solution:
    def canMouseWin(self, grid, catJump, mouseJump):
        return True
";

#[test]
fn it_judges_breaks_and_explains_without_a_project() {
    let alone = Alone::new();
    alone.write("right.cpp", RIGHT);
    alone.write("wrong.py", WRONG);
    let (code, said) = alone.says("judge right.cpp");
    assert_eq!(code, Some(0), "{said}");
    has(&said, "1 submission: 1 accepted");
    let (code, said) = alone.says("judge wrong.py --problem 1728 --suite hidden");
    assert_eq!(code, Some(1), "{said}");
    has(&said, "hidden/");
    let (code, said) = alone.says("stress wrong.py --time 10s");
    assert_eq!(code, Some(1), "{said}");
    has(&said, "`mousetrap init` makes one");
    alone.write("case.txt", "1 3 1 1\nMCF\n");
    let (code, said) = alone.says("explain case.txt --submission wrong.py");
    assert_eq!(code, Some(1), "{said}");
    let (code, said) = alone.says("solve case.txt");
    assert_eq!((code, said.contains("false:")), (Some(0), true), "{said}");
    let (code, said) = alone.says("hunt --problem 1728 --size 3x4 --steps 2000 --restarts 1");
    assert_eq!(code, Some(0), "{said}");
    has(&said, "proved by a certificate of");
    let (code, said) = alone.says("strength suites samples --problem 1728 --search 100");
    assert_eq!(code, Some(1), "{said}");
}

#[test]
fn it_exports_and_proves_its_own_suites() {
    let alone = Alone::new();
    let (code, said) = alone.says("generate --check --verify samples regressions extreme hidden");
    assert_eq!(code, Some(0), "{said}");
    has(&said, "cases are what cases/cases.lock says");
    let (code, said) = alone.says("export in-ans --problem 1728 out");
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn what_needs_a_project_says_how_to_make_one() {
    let alone = Alone::new();
    for arguments in [
        "judge",
        "generate hidden",
        "strength harden broad --problem 913 --into mine",
    ] {
        let (code, said) = alone.says(arguments);
        assert_eq!(code, Some(2), "{arguments}: {said}");
        assert!(said.contains("`mousetrap init`"), "{arguments}: {said}");
    }
}

#[test]
fn a_new_project_is_ready_to_judge_and_never_written_over() {
    let alone = Alone::new();
    let (code, said) = alone.says("init contest");
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = alone.says("judge -C contest");
    assert_eq!(code, Some(0), "{said}");
    has(&said, "2 submissions: 2 as expected");
    let (code, said) = alone.says("generate -C contest");
    assert_eq!(code, Some(0), "{said}");
    has(&said, "1728/mine");
    let (code, said) = alone.says("init contest");
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(said.matches("exists already").count(), 7, "{said}");
}

#[test]
fn a_new_solution_is_judged_and_never_written_over() {
    let alone = Alone::new();
    for language in ["python", "cpp", "rs", "javascript", "ruby", "php"] {
        for problem in ["913", "1728"] {
            let (code, said) = alone.says(&format!("new solution {language} {problem}"));
            assert_eq!(code, Some(0), "{said}");
        }
    }
    let (code, said) = alone.says("judge . --suite samples --strict");
    assert_eq!(code, Some(1), "{said}");
    has(&said, "12 submissions: 0 accepted");
    assert_eq!(said.matches("] WA ✗ ").count(), 12, "{said}");
    let (code, said) = alone.says("new solution python 913");
    assert_eq!(code, Some(2), "{said}");
    has(&said, "answer-913.py: exists already");
    let (code, said) = alone.says("new solution pyhton 913");
    assert_eq!(code, Some(2), "{said}");
    has(&said, "did you mean \"python\"?");
}
