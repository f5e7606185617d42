//! `strength suites` and `strength judged`: programs known to be right or wrong.

use crate::project::{Project, constant, has};

const RIGHT: &str = "class Solution:\n    def catMouseGame(self, graph):\n        return 0 if len(graph) == 6 else 1\n";

/// Judges these paths and prints the accuracy rates, with this exit code.
#[track_caller]
fn rates(project: &Project, expected: i32, paths: &str) -> String {
    project.run(&format!("judge --output judged.json {paths}"));
    project.prints(expected, "strength judged judged.json")
}

#[test]
fn accuracy_counts_each_program_once_under_its_label() {
    let project = Project::basic();
    for name in ["theirs/right/a.py", "theirs/wrong/lucky.py"] {
        let source = RIGHT.replace("Solution:", &format!("Solution: # {name}"));
        project.write(name, source);
    }
    project.write("theirs/wrong/a.py", constant(0));
    // An identical program, and programs without a label.
    project.write("theirs/wrong/again.py", constant(0));
    project.write("theirs/right/b.py", format!("x = 1\n{RIGHT}"));
    project.write("theirs/c.py", format!("x = 2\n{RIGHT}"));
    let text = rates(&project, 1, "theirs");
    has(&text, "Wilson");
    let row = "| 913 | 2 | 2 | 100 % (34.2 to 100) | 2 | 1 | 50 % (9.5 to 90.5) | 1 |\n";
    has(&text, row);
    let text = rates(&project, 0, "theirs/wrong/a.py theirs/right");
    has(&text, "| 100 % (20.7 to 100) | 0 |");
    let text = rates(&project, 2, "theirs/c.py");
    has(
        &text,
        "judged.json: the report has no labelled programs; judge directories with names such as",
    );
}

#[test]
fn accuracy_names_programs_that_are_not_compiled_or_refused() {
    let project = Project::basic();
    let broken = "class Solution { int catMouseGame(vector<vector<int>>& graph) { return } };\n";
    project.write("wrong/broken.cpp", broken);
    project.write("wrong/a.py", constant(0));
    project.write("wrong/empty.py", "");
    project.write("right/a.unknown", "?");
    let text = rates(&project, 0, "wrong right/a.unknown");
    has(&text, "| 2 | 2 (1 not compiled) | 100 %");
    let files = "Not counted: 2 files in labelled directories, because they cannot be judged.";
    has(&text, files);
}

#[test]
fn terminal_shows_a_summary_and_the_file_shows_the_entire_report() {
    let project = Project::basic();
    let strength = "strength suites basic --problem 913 --search 500 --output page.md";
    let (printed, _) = project.exits(1, strength);
    let summary = printed.lines().next().unwrap();
    assert!(
        summary.starts_with("913 · basic: 2 cases against "),
        "{summary}"
    );
    assert!(
        summary.ends_with(": 2205 of 5806 are killed, 4 at least twice."),
        "{summary}"
    );
    assert_eq!(printed.matches("` kills it, found from").count(), 5);
    has(
        &printed,
        "`mousetrap strength harden basic --problem 913 --into NAME`",
    );
    assert!(printed.lines().count() < 100, "{printed}");
    has(&project.read("page.md"), "### Equivalent");
}

#[test]
fn report_of_one_command_is_not_read_or_replaced_by_another() {
    let project = Project::basic();
    project.write("right/a.py", RIGHT);
    project.run("judge right --output judged.json");
    let report = project.read("judged.json");
    let markdown = "but this report is Markdown; use .md";
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
