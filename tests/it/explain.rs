//! `mousetrap explain`, from the outside.

use crate::project::Project;

fn explain(project: &Project, arguments: &[&str], typed: &str) -> (i32, String) {
    let (code, said, fault) = project.run(&[&["explain"], arguments].concat(), typed);
    (code, said + &fault)
}

#[test]
fn the_claims_of_a_wrong_submission_break_at_a_ply() {
    let project = Project::basic();
    // It sees wins in at most three plies.
    project.write(
        "short.py",
        "class Solution:\n    def canMouseWin(self, grid, catJump, mouseJump):\n        \
         row = grid[0]\n        return abs(row.index('M') - row.index('F')) <= 2\n",
    );
    project.write("case.in", "1 7 1 1\nC.M...F\n");
    let (code, said) = explain(&project, &["case.in", "--submission", "short.py"], "");
    assert_eq!(code, 1, "{said}");
    assert!(
        said.contains("true: the mouse wins. It reaches the food on ply 7"),
        "{said}"
    );
    assert!(
        said.contains("So its mistake is between ply 2 and ply 4."),
        "{said}"
    );
    assert!(
        said.contains("After 2 plies, with the mouse on row 1, column 4 and the cat on row 1, column 1, the submission answers false.")
            && said.contains("it gives another answer, in all 2 positions that are possible then. So its answers contradict"),
        "{said}"
    );
    let asked = ["case.in", "--submission", "short.py", "--format", "json"];
    let (_, said) = explain(&project, &asked, "");
    let reported: serde_json::Value = serde_json::from_str(&said).unwrap();
    let contradiction = serde_json::json!({
        "line": [[2, 0], [3, 0], [3, 0]], "claim": "false", "asked": 2,
    });
    assert_eq!(reported["contradiction"], contradiction);
}

#[test]
fn json_and_animation_are_complete() {
    let project = Project::basic();
    let (code, said) = explain(
        &project,
        &["-", "--format", "json"],
        "[[1,3],[0],[3],[0,2]]",
    );
    assert_eq!(code, 0, "{said}");
    let reported: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(
        (reported["answer"].as_str(), reported["depth"].as_u64()),
        (Some("1"), Some(1))
    );
    assert_eq!(reported["steps"].as_array().unwrap().len(), 1);
    assert_eq!(reported["end"], "home");
    let (_, drawn) = explain(&project, &["-", "--format", "svg"], "1 4 1 1\nMF.C\n");
    assert!(
        drawn.starts_with("<svg ") && drawn.contains("@keyframes mouse"),
        "{drawn}"
    );
}

#[test]
fn slow_submission_gets_its_verdict() {
    let project = Project::new("[suites]\n1728 = [\"basic\"]\n[limits]\ncpu = \"200ms\"\n");
    project.write(
        "slow.c",
        "bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) {\n\
         for (volatile long i = 0; i >= 0; i++); return true; }\n",
    );
    project.write("case.in", "1 4 1 1\nMF.C\n");
    let (code, said) = explain(&project, &["case.in", "--submission", "slow.c"], "");
    assert_eq!(code, 1, "{said}");
    assert!(
        said.contains("Verdict of the submission on this case: time limit exceeded"),
        "{said}"
    );
}
