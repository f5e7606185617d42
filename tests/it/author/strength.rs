//! How well programs with a label are reported apart.

use crate::project::{Project, has};

const RIGHT: &str = "class Solution:\n    def catMouseGame(self, graph):\n        return 0 if len(graph) == 6 else 1\n";
const WRONG: &str = "class Solution:\n    def catMouseGame(self, graph):\n        return 0\n";

/// What `strength` makes of what `judge` says with these arguments.
fn rates(project: &Project, judge: &str) -> (i32, String, String) {
    project.run(&format!("judge --output judged.json {judge}"));
    project.run("strength judged judged.json")
}

#[test]
fn programs_known_to_be_right_or_wrong_are_told_apart() {
    let project = Project::basic();
    for name in ["theirs/right/a.py", "theirs/wrong/lucky.py"] {
        project.write(
            name,
            RIGHT.replace("Solution:", &format!("Solution: # {name}")),
        );
    }
    project.write("theirs/wrong/a.py", WRONG);
    // An equal program, and programs without a label.
    project.write("theirs/wrong/again.py", WRONG);
    project.write("theirs/right/b.py", format!("x = 1\n{RIGHT}"));
    project.write("theirs/c.py", format!("x = 2\n{RIGHT}"));
    let (code, said, fault) = rates(&project, "theirs");
    assert_eq!(code, 1, "a wrong one was accepted: {fault}");
    let row = "| 913 | 2 | 2 | 100 % (34.2 to 100) | 2 | 1 | 50 % (9.5 to 90.5) | 1 |\n";
    has(&said, "Wilson");
    has(&said, row);
    let (code, said, fault) = rates(&project, "theirs/wrong/a.py theirs/right");
    assert_eq!(code, 0, "{fault}");
    has(&said, "| 100 % (20.7 to 100) | 0 |");

    let (code, _, fault) = rates(&project, "theirs/c.py");
    assert_eq!(code, 2, "{fault}");
    has(
        &fault,
        "judged.json: no program in it is labelled; judge directories named",
    );
}

#[test]
fn what_no_case_has_refused_is_said() {
    let project = Project::basic();
    project.write(
        "wrong/broken.cpp",
        "class Solution { int catMouseGame(vector<vector<int>>& graph) { return } };\n",
    );
    project.write("wrong/a.py", WRONG);
    project.write("wrong/empty.py", "");
    project.write("right/a.unknown", "?");
    let (code, said, fault) = rates(&project, "wrong right/a.unknown");
    assert_eq!(code, 0, "{fault}");
    has(&said, "| 2 | 2 (1 not compiled) | 100 %");
    let files = "Not counted: 2 files in such directories, which cannot be judged.";
    has(&said, files);
}

#[test]
fn terminal_shows_a_summary_and_the_file_shows_the_entire_report() {
    let project = Project::basic();
    let strength = "strength suites basic --problem 913 --search 500 --output page.md";
    let strength: Vec<&str> = strength.split(' ').collect();
    let (printed, _) = project.exits(1, &strength);
    let summary = printed.lines().next().unwrap();
    assert!(
        summary.starts_with("913 · basic: 2 cases against ")
            && summary.ends_with(": 2205 of 5806 are killed, 4 at least twice."),
        "{summary}"
    );
    assert_eq!(printed.matches(". Killed by `").count(), 5);
    has(
        &printed,
        "`mousetrap strength harden basic --problem 913 --into NAME`",
    );
    assert!(printed.lines().count() < 100, "{printed}");
    let page = std::fs::read_to_string(project.path().join("page.md")).unwrap();
    has(&page, "### Equivalent");
}

#[test]
fn every_wrong_program_that_met_all_cases_has_a_row() {
    let project = Project::basic();
    project.write("theirs/right/a.py", RIGHT);
    project.write("theirs/wrong/a.py", WRONG);
    let strength = |judge: &[&str]| {
        project.run(&[&["judge", "theirs", "--output", "judged.json"], judge].concat());
        let strength = "strength suites basic --quiet --problem 913 --search 0";
        let strength: Vec<&str> = strength.split(' ').collect();
        project.run(&[&strength[..], &["--judged", "judged.json"]].concat())
    };
    let (_, said, fault) = strength(&["--all-cases"]);
    has(&said, "| `theirs/wrong/a.py` | 1 | `basic/b` |");
    assert!(
        said.contains("| 913 | 1 | 1 | 100 %"),
        "rates as well: {said}"
    );
    assert_eq!(fault, "");
    let (_, said, fault) = strength(&["--redact", "--all-cases"]);
    assert!(!said.contains("theirs/wrong"), "{said}");
    let none = "judged.json: 1 wrong program of 913 not judged on every case of basic";
    has(&fault, none);
    for name in ["right", "wrong"] {
        std::fs::remove_dir_all(project.path().join("theirs").join(name)).unwrap();
    }
    project.write("theirs/c.py", RIGHT);
    let (_, _, fault) = strength(&[]);
    has(&fault, "no program in it is labelled");
}

#[test]
fn reports_of_one_command_are_not_read_or_replaced_by_another() {
    let project = Project::basic();
    project.write("right/a.py", RIGHT);
    project.run("judge right --output judged.json");
    let report = project.read("judged.json");
    let markdown = "but this report is Markdown; end the name in .md";
    project.fails("strength suites basic --output rates.json", markdown);
    let source = "strength source right/a.py --time 0s --mutants 1 --output";
    project.fails(&format!("{source} judged.json"), "it would be lost");
    assert_eq!(project.read("judged.json"), report);
    for _ in 0..2 {
        project.exits(0, &format!("{source} m.json"));
    }
    project.fails("judge right --output m.json", "it would be lost");
    project.fails("strength judged m.json", "m.json: ");
    project.fails("report compare judged.json m.json", "m.json: ");
}
