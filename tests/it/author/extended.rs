//! Suites of a project that have the name of a built-in one, and suites that
//! `judge.toml` does not name.

use crate::project::{Project, has};

/// A right answer for these boards only.
const ANSWER: &str = "class Solution:\n    def canMouseWin(self, grid, catJump, mouseJump):\n        \
                      return True\n";

/// The cases that were judged.
fn judged(project: &Project, more: &[&str]) -> Vec<String> {
    let arguments = [&["answer.py", "--problem", "1728", "--all-cases"], more].concat();
    let report = project.judge(&arguments);
    let cases = report["submissions"][0]["outcome"]["judged"]["cases"]
        .as_array()
        .unwrap();
    let ids = cases
        .iter()
        .map(|case| case["case"].as_str().unwrap().to_owned());
    ids.collect()
}

#[test]
fn a_suite_of_a_built_in_name_extends_it() {
    let project = Project::new("");
    project.write("answer.py", ANSWER);
    let built_in = judged(&project, &["--suite", "samples"]);
    assert!(built_in.len() >= 5, "{built_in:?}");

    project.write("report.txt", "[\"M.F....C\"]\n1\n8\n");
    let (printed, _) = project.exits(0, "import report.txt --suite samples");
    has(
        &printed,
        "1728/samples extends the built-in suite of this name",
    );
    let mut all = judged(&project, &["--suite", "samples"]);
    assert_eq!(all.remove(0), "samples/report-1");
    assert_eq!(all, built_in);

    // A case that is built in is known, and is not there twice.
    project.write("sample.txt", "[\"F...C.M\"]\n1\n4\n");
    let (printed, _) = project.exits(0, "import sample.txt --suite samples");
    has(&printed, "known already as 1728/samples/");
    assert_eq!(
        judged(&project, &["--suite", "samples"]).len(),
        built_in.len() + 1
    );
}

#[test]
fn a_suite_that_is_not_judged_is_named() {
    let project = Project::basic();
    project.write("answer.py", ANSWER);
    project.case("1728/final/one", "1 3 1 1\nMFC\n");
    project.case("913/other/one", "3\n1 1\n2 0 2\n1 1\n");
    let (_, _, said) = project.run("judge answer.py --problem 1728");
    has(
        &said,
        "1728/final is not judged, since judge.toml does not name it",
    );
    assert!(!said.contains("913/other"), "{said}");
    let asked = "judge answer.py --problem 1728 --suite final";
    let (_, _, said) = project.run(asked);
    assert!(!said.contains("not judged"), "{said}");
}
