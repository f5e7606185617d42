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
        let printed = project.prints(1, "stress memo.c --fresh --time 60s");
        has(&printed, "memo.c: wrong answer after ");
        has(&printed, "no single change makes the instance simpler");
        has(&printed, "stored as regressions/memo-1");
        kept.push(project.read("cases/1728/regressions.toml"));
        has(&kept[0], "stress memo.c --seed 1: replies ");

        // The next search begins with what is kept.
        let printed = project.prints(1, "stress memo.c");
        has(&printed, "wrong answer after 1 case in");
        has(&printed, "found in regressions/memo-1");
        has(&printed, "already known as 1728/regressions/memo-1");

        // And so does the judge.
        let judged = project.judged("--suite regressions memo.c");
        assert_eq!(judged["verdict"], "WA", "{judged}");
    }
    assert_eq!(kept[0], kept[1]);
}

#[test]
fn right_solution_survives_and_the_effort_is_printed() {
    let project = Project::basic();
    project.write("sets.c", solution("1728/accepted/sweeps.c"));
    let printed = project.prints(0, "stress sets.c --time 2s");
    has(&printed, "sets.c: no failure in ");
    assert!(!project.path().join("cases/1728/regressions.toml").exists());
}

#[test]
fn two_submissions_are_compared_without_the_reference() {
    let project = Project::basic();
    project.write("right.c", solution("1728/accepted/sweeps.c"));
    let wrong = solution("1728/wrong_answer/memo_without_plies.c");
    project.write("wrong.c", wrong);
    let arguments = "stress right.c --against wrong.c --no-keep --time 60s";
    let printed = project.prints(1, arguments);
    has(&printed, "right.c: the answers differ after ");
    has(&printed, "wrong.c: replies ");
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
    let arguments = "stress right.c --against endless.c --no-keep --fresh --time 2s";
    let printed = project.prints(1, arguments);
    let headline = "right.c: time limit exceeded in endless.c after 1 case in ";
    has(&printed, headline);
}

/// Returns a submission that counts its calls and returns this expression.
fn counting(expression: &str) -> String {
    format!(
        "class Solution:\n    calls = 0\n    def canMouseWin(self, grid, catJump, mouseJump):\n        \
         Solution.calls += 1\n        return {expression}\n"
    )
}

#[test]
fn failure_that_needs_earlier_cases_is_reported_as_such() {
    let project = Project::basic();
    let forgetful = counting("None if Solution.calls > 2 else True");
    project.write("forgetful.py", forgetful);
    project.write("same.py", counting("True"));
    let arguments = "stress same.py --against forgetful.py --no-keep --time 20s";
    let printed = project.prints(1, arguments);
    has(&printed, "a new process does not fail on this case");
}

#[test]
fn one_bad_file_does_not_stop_the_others() {
    let project = Project::basic();
    let right = solution("1728/accepted/sweeps.c");
    project.write("broken.c", right.replace(';', ""));
    project.write("right.c", right);
    let printed = project.prints(2, "stress broken.c missing.c right.c --time 1s");
    has(&printed, "error: broken.c does not compile");
    has(&printed, "error: missing.c: it does not exist\n");
    has(&printed, "right.c: no failure in ");
}

#[test]
fn crash_against_another_submission_has_its_reason() {
    let project = Project::basic();
    project.write("same.py", counting("True"));
    project.write("text.py", counting("'true'"));
    let arguments = "stress same.py --against text.py --no-keep --time 20s";
    let printed = project.prints(1, arguments);
    has(&printed, "text.py: run time error\n");
    has(&printed, "reason      returned the string ");
}

#[test]
fn wrong_argument_is_refused() {
    let project = Project::basic();
    project.write("right.c", solution("1728/accepted/sweeps.c"));
    project.write("other.cpp", solution("913/accepted/topological_sort.cpp"));
    let other = "other.cpp is for problem 913";
    project.fails("stress right.c --against other.cpp", other);
}
