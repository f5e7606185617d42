//! `mousetrap stress`, from the outside.

use std::fs;
use std::path::Path;

use crate::project::{Project, has};

fn solution(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("solutions")
        .join(name);
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_wrong_solution_is_broken_shrunk_and_kept_the_same_way_each_time() {
    let mut kept = Vec::new();
    for _ in 0..2 {
        let project = Project::basic();
        project.write("memo.c", solution("1728/wrong_answer/memo_without_plies.c"));
        let said = project.prints(1, "stress memo.c --fresh --time 60s");
        has(&said, "memo.c: wrong answer after ");
        has(&said, "no single step makes it simpler");
        let directory = project.path().join("cases/1728/regressions");
        let read = |name: &str| fs::read_to_string(directory.join(name)).unwrap();
        kept.push([read("memo-1.in"), read("memo-1.ans"), read("memo-1.toml")]);
        assert!(
            kept[0][2].contains("stress memo.c --seed 1: replies "),
            "{said}"
        );

        // The next search begins with what is kept.
        let said = project.prints(1, "stress memo.c");
        has(&said, "wrong answer after 1 case in");
        has(&said, "from regressions/memo-1");
        has(&said, "known already as 1728/regressions/memo-1");

        // And so does the judge.
        let report = project.judge("--suite regressions memo.c");
        assert_eq!(
            report["submissions"][0]["outcome"]["judged"]["verdict"], "WA",
            "{report}"
        );
    }
    assert_eq!(kept[0], kept[1]);
}

#[test]
fn right_solution_survives_and_the_effort_is_printed() {
    let project = Project::basic();
    project.write("sets.c", solution("1728/accepted/sweeps.c"));
    let said = project.prints(0, "stress sets.c --time 2s");
    has(&said, "sets.c: no failure in ");
    assert!(!project.path().join("cases/1728/regressions").exists());
}

#[test]
fn two_submissions_are_compared_without_the_jury() {
    let project = Project::basic();
    project.write("right.c", solution("1728/accepted/sweeps.c"));
    project.write(
        "wrong.c",
        solution("1728/wrong_answer/memo_without_plies.c"),
    );
    let arguments = "stress right.c --against wrong.c --no-keep --time 60s";
    let said = project.prints(1, arguments);
    has(&said, "right.c: the answers differ after ");
    has(&said, "wrong.c: replies ");
    assert!(!project.path().join("cases/1728/regressions").exists());
}

/// Never replies.
const ENDLESS: &str = "#include <stdbool.h>
bool canMouseWin(char** grid, int rows, int cat, int mouse) { for (;;) __asm__(\"\"); }
";

#[test]
fn time_out_of_one_compared_submission_names_that_submission() {
    let project = Project::new("[limits]\ncpu = \"200ms\"\n");
    project.write("right.c", solution("1728/accepted/sweeps.c"));
    project.write("endless.c", ENDLESS);
    let arguments = "stress right.c --against endless.c --no-keep --fresh --time 2s";
    let printed = project.prints(1, arguments);
    has(
        &printed,
        "right.c: time limit exceeded in endless.c after 1 case in ",
    );
}

/// Replies the same after 200 ms of CPU time.
const SLOW: &str = "#include <time.h>
int catMouseGame(int** graph, int nodes, int* degrees) {
    clock_t end = clock() + CLOCKS_PER_SEC / 5;
    while (clock() < end) {}
    return 2;
}
";

#[test]
fn shrinking_that_is_cut_short_is_announced_and_reported() {
    let project = Project::basic();
    project.write("slow.c", SLOW);
    let arguments = "stress slow.c --no-keep --fresh --time 2s";
    let printed = project.prints(1, arguments);
    has(
        &printed,
        "; shrinking was cut short, a simpler instance may exist",
    );
}

/// The submission counts its calls and is wrong from the third on.
const FORGETFUL: &str = "class Solution:
    calls = 0
    def canMouseWin(self, grid, catJump, mouseJump):
        Solution.calls += 1
        return None if Solution.calls > 2 else len(grid) == 3
";

#[test]
fn a_failure_that_needs_earlier_cases_is_told_apart() {
    let project = Project::basic();
    project.write("forgetful.py", FORGETFUL.replace("len(grid) == 3", "True"));
    project.write(
        "same.py",
        FORGETFUL.replace("None if Solution.calls > 2 else len(grid) == 3", "True"),
    );
    let arguments = "stress same.py --against forgetful.py --no-keep --time 20s";
    let said = project.prints(1, arguments);
    has(&said, "a fresh process does not fail on this case");
}

#[test]
fn one_bad_file_does_not_stop_the_others() {
    let project = Project::basic();
    let right = solution("1728/accepted/sweeps.c");
    project.write("broken.c", right.replace(';', ""));
    project.write("both.c", format!("int catMouseGame(void);\n{right}"));
    project.write("right.c", right);
    let files = "broken.c both.c right.c";
    let said = project.prints(2, &format!("stress {files} --time 1s"));
    has(&said, "error: broken.c: does not compile");
    has(
        &said,
        "error: both.c: defines catMouseGame (913) and canMouseWin (1728)",
    );
    has(&said, "right.c: no failure in ");
}

#[test]
fn a_crash_against_another_submission_has_its_reason() {
    let project = Project::basic();
    project.write(
        "same.py",
        FORGETFUL.replace("None if Solution.calls > 2 else len(grid) == 3", "True"),
    );
    project.write(
        "text.py",
        FORGETFUL.replace("None if Solution.calls > 2 else len(grid) == 3", "'true'"),
    );
    let arguments = "stress same.py --against text.py --no-keep --time 20s";
    let said = project.prints(1, arguments);
    has(&said, "text.py: run time error\n");
    has(&said, "reason      returned the text ");
}

#[test]
fn bad_arguments_get_one_error() {
    let project = Project::basic();
    project.write("right.c", solution("1728/accepted/sweeps.c"));
    project.write("other.cpp", solution("913/accepted/topological_sort.cpp"));
    project.write(
        "broken.c",
        solution("1728/accepted/sweeps.c").replace(';', ""),
    );
    for (arguments, expected) in [
        ("right.c --time 0s", "is above zero"),
        (
            "right.c --against other.cpp",
            "other.cpp is for problem 913",
        ),
        ("broken.c", "broken.c: does not compile"),
        ("missing.c", "missing.c: it does not exist\n"),
    ] {
        let said = project.prints(2, &format!("stress {arguments}"));
        has(&said, expected);
    }
}
