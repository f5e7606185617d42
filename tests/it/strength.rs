//! How well programs with a label are reported apart.

use crate::project::Project;

const RIGHT: &str = "class Solution:\n    def catMouseGame(self, graph):\n        return 0 if len(graph) == 6 else 1\n";
const WRONG: &str = "class Solution:\n    def catMouseGame(self, graph):\n        return 0\n";

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
    // The same again, and what nobody has labelled.
    project.write("theirs/wrong/again.py", WRONG);
    project.write("theirs/right/b.py", format!("x = 1\n{RIGHT}"));
    project.write("theirs/c.py", format!("x = 2\n{RIGHT}"));
    project.run(
        &[
            "judge",
            "theirs",
            "--output",
            "judged.json",
            "--output",
            "judged.html",
        ],
        "",
    );
    let (code, said, fault) = project.run(&["strength", "--judged", "judged.json"], "");
    assert_eq!(code, 1, "a wrong one was accepted: {fault}");
    let row = "| 913 | 2 | 2 | 100 % (34.2 to 100) | 2 | 1 | 50 % (9.4 to 90.5) | no | 1 |\n";
    assert!(said.contains("Wilson") && said.contains(row), "{said}");
    let page = std::fs::read_to_string(project.path().join("judged.html")).unwrap();
    assert!(
        page.contains("100 % (34.2 to 100)"),
        "the HTML report has it, too"
    );

    project.run(
        &[
            "judge",
            "theirs/wrong/a.py",
            "theirs/right",
            "--output",
            "judged.json",
        ],
        "",
    );
    let (code, said, fault) = project.run(&["strength", "--judged", "judged.json"], "");
    assert_eq!(code, 0, "{fault}");
    assert!(said.contains("| yes | 0 |"), "{said}");

    project.run(&["judge", "theirs/c.py", "--output", "judged.json"], "");
    let (code, _, fault) = project.run(&["strength", "--judged", "judged.json"], "");
    assert_eq!(code, 2, "{fault}");
    assert!(
        fault.contains("judged.json: no program in it is labelled; judge directories named"),
        "{fault}"
    );
}
