//! Suites of a project with the name of a built-in suite, and suites that `judge.toml` does not
//! name.

use crate::project::Project;

/// Right on the boards of these tests.
const ANSWER: &str = "class Solution:\n    def canMouseWin(self, grid, catJump, mouseJump):\n        \
                      return True\n";

/// Judges on a suite. Returns the names of its cases.
fn cases(project: &Project, suite: &str) -> Vec<String> {
    let judge = format!("answer.py --problem 1728 --all-cases --suite {suite}");
    let judged = project.judged(&judge);
    let cases = judged["cases"].as_array().unwrap().iter();
    cases
        .map(|case| case["case"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn suite_with_a_built_in_name_extends_the_built_in_suite() {
    let project = Project::new("");
    project.write("answer.py", ANSWER);
    let built_in = cases(&project, "samples");
    assert!(built_in.len() >= 5, "{built_in:?}");

    project.write("report.txt", "[\"M.F....C\"]\n1\n8\n");
    project
        .replay("0 import report.txt --suite samples => 1728/samples extends the built-in suite");
    let mut all = cases(&project, "samples");
    assert_eq!(all.remove(0), "samples/report-1");
    assert_eq!(all, built_in);

    // A built-in case is known, so it is not added.
    project.write("sample.txt", "[\"F...C.M\"]\n1\n4\n");
    project.replay("0 import sample.txt --suite samples => already known as 1728/samples/");
    assert_eq!(cases(&project, "samples").len(), built_in.len() + 1);
}

#[test]
fn suite_that_is_not_judged_by_default_is_named() {
    let project = Project::basic();
    project.write("answer.py", ANSWER);
    project.case("1728/final/one", "1 3 1 1\nMFC\n");
    project.case("913/other/one", "3\n1 1\n2 0 2\n1 1\n");
    project.replay(
        "1 judge answer.py --problem 1728 => 1728/final is not judged | !913/other
        0 judge answer.py --problem 1728 --suite final => !not judged",
    );
}
