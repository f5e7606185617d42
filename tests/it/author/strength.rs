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
fn accuracy_counts_labelled_programs_and_names_the_others() {
    let project = Project::basic();
    project.write("theirs/right/a.py", RIGHT);
    project.write("theirs/wrong/lucky.py", format!("x = 1\n{RIGHT}"));
    project.write("theirs/wrong/a.py", constant(0));
    project.write("theirs/c.py", format!("x = 2\n{RIGHT}"));
    let broken = "class Solution { int catMouseGame(vector<vector<int>>& graph) { return } };\n";
    project.write("theirs/wrong/broken.cpp", broken);
    let text = rates(&project, 1, "theirs");
    let wrong = "3 | 2 (1 not compiled) | 66.7 % (20.8 to 93.9) | 0 |\n";
    has(
        &text,
        format!("| 913 | 1 | 1 | 100 % (20.7 to 100) | {wrong}"),
    );
    let text = rates(&project, 2, "theirs/c.py");
    has(&text, "judged.json: no program in this report is labelled");
}

#[test]
fn terminal_shows_a_summary_and_the_file_shows_the_entire_report() {
    let project = Project::basic();
    let strength = "strength suites basic --problem 913 --search 500 --output page.md";
    let (printed, _) = project.exits(1, strength);
    assert!(printed.starts_with("913 · basic: 2 cases against "));
    assert_eq!(printed.matches("It is killed by `").count(), 5);
    has(&printed, "`mousetrap strength harden basic");
    assert!(printed.lines().count() < 100, "{printed}");
    has(&project.read("page.md"), "### Equivalent");
}

#[test]
fn report_of_one_command_is_not_read_or_replaced_by_another() {
    let project = Project::basic();
    project.write("right/a.py", RIGHT);
    project.run("judge right --output judged.json");
    let report = project.read("judged.json");
    let source = "strength source right/a.py --time 0s --mutants 1 --output";
    project.fails(&format!("{source} judged.json"), "would be overwritten");
    assert_eq!(project.read("judged.json"), report);
    for _ in 0..2 {
        project.exits(0, &format!("{source} m.json"));
    }
    project.fails("judge right --output m.json", "would be overwritten");
    project.fails("strength judged m.json", "m.json: ");
    project.fails("report compare judged.json m.json", "m.json: ");
}
