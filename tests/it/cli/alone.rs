//! The program without its repository, in a directory without a project.

use crate::project::{Project, copy_program};

/// An empty directory to work in, and a directory with a copy of the program.
fn alone() -> (Project, tempfile::TempDir) {
    let directory = tempfile::tempdir().unwrap();
    let program = directory.path().join("mousetrap");
    copy_program(&program);
    (Project::empty().with_program(program), directory)
}

const RIGHT: &str = include_str!("../../../solutions/913/accepted/topological_sort.cpp");
const WRONG: &str =
    "class Solution:\n    def canMouseWin(self, grid, catJump, mouseJump):\n        return True\n";

#[test]
fn program_without_a_project_judges_breaks_explains_and_exports_or_names_init() {
    let (alone, _program) = alone();
    alone.write("right.cpp", RIGHT);
    alone.write("wrong.py", WRONG);
    alone.write("case.txt", "1 3 1 1\nMCF\n");
    alone.replay(
        "0 judge right.cpp => 1 submission: 1 accepted
        1 judge wrong.py --problem 1728 --suite hidden => hidden/
        1 stress wrong.py --time 10s => `mousetrap init`
        1 explain case.txt --submission wrong.py => false:
        0 solve case.txt => false:
        0 hunt mouse-win-3x4-cat-1-mouse-1 --steps 2000 --restarts 1 => verified by a certificate
        1 strength suites samples --problem 1728 --search 100
        0 generate --check => cases match cases/cases.lock
        0 export in-ans --problem 1728 out
        2 judge => `mousetrap init`
        2 generate hidden => `mousetrap init`
        2 strength harden broad --problem 913 --into mine => `mousetrap init`",
    );
}

#[test]
fn new_project_is_ready_to_judge_and_never_overwritten() {
    let (alone, _program) = alone();
    alone.replay(
        "0 init contest
        0 judge -C contest => 2 submissions: 2 as expected
        0 generate -C contest => 1728/mine",
    );
}

#[test]
fn new_solution_is_judged_and_never_overwritten() {
    let (alone, _program) = alone();
    for language in ["python", "cpp", "rs", "javascript", "ruby", "php"] {
        for problem in ["913", "1728"] {
            alone.prints(0, &format!("new solution {language} {problem}"));
        }
    }
    let judged = alone.prints(1, "judge . --suite samples --strict");
    assert_eq!(judged.matches("] WA ✗ ").count(), 12, "{judged}");
    alone.replay(
        "2 new solution python 913 => answer-913.py: already exists
        2 new solution pyhton 913 => did you mean \"python\"?",
    );
}
