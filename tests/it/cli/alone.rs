//! The program without its repository, in a directory without a project.

use std::process::Command;

use crate::project::{Project, copy_program, has};

/// A copy of the program, and an empty directory to work in.
struct Alone {
    program: tempfile::TempDir,
    work: Project,
}

impl Alone {
    fn new() -> Self {
        let program = tempfile::tempdir().unwrap();
        copy_program(&program.path().join("mousetrap"));
        let work = Project::empty();
        Self { program, work }
    }

    /// Runs a command, which must exit with this code. Returns all output.
    #[track_caller]
    #[expect(clippy::disallowed_methods, reason = "the program under test")]
    fn prints(&self, expected: i32, arguments: &str) -> String {
        let output = Command::new(self.program.path().join("mousetrap"))
            .args(arguments.split(' '))
            .current_dir(self.work.path())
            .env("NO_COLOR", "1")
            .output()
            .unwrap();
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(output.status.code(), Some(expected), "{arguments}: {text}");
        text
    }
}

const RIGHT: &str = include_str!("../../../solutions/913/accepted/topological_sort.cpp");
const WRONG: &str =
    "class Solution:\n    def canMouseWin(self, grid, catJump, mouseJump):\n        return True\n";

#[test]
fn program_without_a_project_judges_breaks_explains_and_exports_or_names_init() {
    let alone = Alone::new();
    alone.work.write("right.cpp", RIGHT);
    alone.work.write("wrong.py", WRONG);
    alone.work.write("case.txt", "1 3 1 1\nMCF\n");
    let hunt = "hunt mouse-win-3x4-cat-1-mouse-1 --steps 2000 --restarts 1";
    let harden = "strength harden broad --problem 913 --into mine";
    for (code, arguments, expected) in [
        (0, "judge right.cpp", "1 submission: 1 accepted"),
        (1, "judge wrong.py --problem 1728 --suite hidden", "hidden/"),
        (1, "stress wrong.py --time 10s", "`mousetrap init`"),
        (1, "explain case.txt --submission wrong.py", "false: "),
        (0, "solve case.txt", "false: "),
        (0, hunt, "verified by a certificate with"),
        (1, "strength suites samples --problem 1728 --search 100", ""),
        (0, "generate --check", "cases match cases/cases.lock"),
        (0, "export in-ans --problem 1728 out", ""),
        (2, "judge", "`mousetrap init`"),
        (2, "generate hidden", "`mousetrap init`"),
        (2, harden, "`mousetrap init`"),
    ] {
        has(&alone.prints(code, arguments), expected);
    }
}

#[test]
fn new_project_is_ready_to_judge_and_never_overwritten() {
    let alone = Alone::new();
    alone.prints(0, "init contest");
    let judged = alone.prints(0, "judge -C contest");
    has(&judged, "2 submissions: 2 as expected");
    has(&alone.prints(0, "generate -C contest"), "1728/mine");
}

#[test]
fn new_solution_is_judged_and_never_overwritten() {
    let alone = Alone::new();
    for language in ["python", "cpp", "rs", "javascript", "ruby", "php"] {
        for problem in ["913", "1728"] {
            alone.prints(0, &format!("new solution {language} {problem}"));
        }
    }
    let judged = alone.prints(1, "judge . --suite samples --strict");
    has(&judged, "12 submissions: 0 accepted");
    assert_eq!(judged.matches("] WA ✗ ").count(), 12, "{judged}");
    let again = alone.prints(2, "new solution python 913");
    has(&again, "answer-913.py: already exists");
    let misspelt = alone.prints(2, "new solution pyhton 913");
    has(&misspelt, "did you mean \"python\"?");
}
