//! `mousetrap stress`, from the outside.

use std::fs;
use std::path::Path;

use crate::project::{Project, has};

fn solution(name: &str) -> String {
    let solutions = Path::new(env!("CARGO_MANIFEST_DIR")).join("solutions");
    fs::read_to_string(solutions.join(name)).unwrap()
}

#[test]
fn counterexample_is_shrunk_stored_and_reproducible() {
    let mut kept = Vec::new();
    for _ in 0..2 {
        let project = Project::basic();
        project.write("memo.c", solution("1728/wrong_answer/memo_without_plies.c"));
        project.replay(
            "1 stress memo.c --fresh --time 60s => memo.c: wrong answer after | no simpler \
             instance was found | stored as regressions/memo-1",
        );
        kept.push(project.read("cases/1728/regressions.toml"));
        has(&kept[0], "stress memo.c --seed 1: replies ");
        // The next search begins with the stored case, and the judge runs it.
        project.replay(
            "1 stress memo.c => wrong answer after 1 case in | found in regressions/memo-1 | already \
             known as 1728/regressions/memo-1
            1 judge --suite regressions memo.c => WA on regressions/memo-1",
        );
    }
    assert_eq!(kept[0], kept[1]);
}

#[test]
fn right_solution_survives_and_the_effort_is_printed() {
    let project = Project::basic();
    project.write("sets.c", solution("1728/accepted/sweeps.c"));
    project.replay("0 stress sets.c --time 2s => sets.c: no failure in");
    assert!(!project.path().join("cases/1728/regressions.toml").exists());
}

/// Never replies.
const ENDLESS_LOOP: &str = "#include <stdbool.h>
bool canMouseWin(char** grid, int rows, int cat, int mouse) { for (;;) __asm__(\"\"); }
";

#[test]
fn time_out_of_one_compared_submission_names_that_submission() {
    let project = Project::new("[limits]\ncpu = \"200ms\"\n");
    project.write("right.c", solution("1728/accepted/sweeps.c"));
    project.write("endless.c", ENDLESS_LOOP);
    project.replay(
        "1 stress right.c --against endless.c --no-keep --fresh --time 2s => right.c: time limit \
         exceeded in endless.c after 1 case in",
    );
}

/// Returns a Python submission that counts its calls and returns this expression.
fn counting(expression: &str) -> String {
    format!(
        "class Solution:\n    calls = 0\n    def canMouseWin(self, grid, catJump, mouseJump):\n        \
         Solution.calls += 1\n        return {expression}\n"
    )
}

#[test]
fn two_submissions_are_compared_without_the_reference() {
    let project = Project::basic();
    project.write("right.c", solution("1728/accepted/sweeps.c"));
    project.write(
        "wrong.c",
        solution("1728/wrong_answer/memo_without_plies.c"),
    );
    for (name, expression) in [
        ("same.py", "True"),
        ("text.py", "'true'"),
        ("forgetful.py", "None if Solution.calls > 2 else True"),
    ] {
        project.write(name, counting(expression));
    }
    project.replay(
        "1 stress right.c --against wrong.c --no-keep --time 60s => right.c: the answers differ after \
         | wrong.c: replies
        1 stress same.py --against text.py --no-keep --time 20s => text.py: run time error\\n | \
         reason      returned the string
        1 stress same.py --against forgetful.py --no-keep --time 20s => in a new process, the \
         submission does not fail on this case",
    );
    assert!(!project.path().join("cases/1728/regressions.toml").exists());
}

#[test]
fn one_bad_file_does_not_stop_the_others_but_must_be_for_their_problem() {
    let project = Project::basic();
    let right = solution("1728/accepted/sweeps.c");
    project.write("broken.c", right.replace(';', ""));
    project.write("right.c", right);
    project.write("other.cpp", solution("913/accepted/topological_sort.cpp"));
    project.replay(
        "2 stress broken.c missing.c right.c --time 1s => error: broken.c does not compile | error: \
         missing.c: it does not exist\\n | right.c: no failure in
        2 stress right.c --against other.cpp => other.cpp is for problem 913",
    );
}
