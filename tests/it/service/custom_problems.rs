//! Own problems on a real server: `judge --server`, and a room with a hack that the reference
//! answers.

use super::serve::Server;
use crate::project::{Project, has, until};

const DEFINITION: &str = r#"title = "Largest Pair"
signature = "int largestPair(int[] items)"
reference = "reference.py"
validator = "validator.py"
constraints = """
2 <= items.length <= 100
-1000 <= items[i] <= 1000
"""
"#;

const VALIDATOR: &str = "class Solution:\n    def validate(self, items):\n        \
                         return '13 is not allowed' if 13 in items else ''\n";

const RIGHT: &str = "class Solution:\n    def largestPair(self, items):\n        \
                     return sum(sorted(items)[-2:])\n";

/// Wrong on negative items.
const WRONG: &str = "class Solution:\n    def largestPair(self, items):\n        \
                     return sum(sorted([0, 0] + items)[-2:])\n";

fn project() -> Project {
    let project = Project::new("");
    project.write("problems/largest-pair/problem.toml", DEFINITION);
    project.write("problems/largest-pair/reference.py", RIGHT);
    project.write("problems/largest-pair/validator.py", VALIDATOR);
    project.write(
        "problems/largest-pair/cases/samples.jsonl",
        "{\"arguments\":[[1,5,3]],\"answer\":8}\n",
    );
    project
}

fn start(project: &Project) -> Server {
    Server::start(project, "--listen 127.0.0.1:0 --print-token")
}

#[test]
fn server_of_another_project_judges_own_problems_of_the_client() {
    let elsewhere = Project::basic();
    let server = start(&elsewhere);
    let project = project();
    project.write("right.py", RIGHT);
    project.write("wrong.py", WRONG.replace("[0, 0] + items", "items[:-1]"));
    let options = server.client_options(&project);
    project.prints(0, &format!("judge right.py {options}"));
    let wrong = project.prints(1, &format!("judge wrong.py {options}"));
    has(&wrong, "samples/001: expected 8, got");
}

#[test]
fn hack_of_an_own_problem_gets_the_answer_of_the_reference() {
    let project = project();
    let server = start(&project);
    let mut owner = server.owner(&server.host);
    let fields = [("name", "R"), ("problems", "largest-pair"), ("hacks", "on")];
    let manage = owner.upload("/rooms", &fields);
    let page = owner.get(&manage);
    let invitation = page.split("/join/").nth(1).unwrap();
    let invitation = invitation.split('<').next().unwrap();
    let room = manage.trim_end_matches("/manage");
    let join = |name: &str, source: &str| {
        let mut browser = server.browser(&server.host);
        browser.form(&format!("/join/{invitation}"), &format!("name={name}"));
        let submission = browser.upload(&format!("{room}/submissions"), &[("source", source)]);
        let is_accepted = || browser.get(&submission).contains("Accepted");
        until("a verdict", is_accepted);
        (submission, browser)
    };
    let (target, ann) = join("Ann", WRONG);
    let (_, mut bo) = join("Bo", RIGHT);
    let path = format!("{target}/hack");
    let refused = bo.form(&path, "case=%5B1%2C13%5D");
    assert_eq!(refused, "", "the validator refuses the case");
    let hacks = bo.form(&path, "case=%5B-1%2C-2%5D");
    until("the hack succeeds", || {
        let page = bo.get(&hacks);
        page.contains("Fails: Wrong answer (expected -3, got 0)")
    });
    until("the case joins the room", || {
        ann.get(&target).contains("found by Bo")
    });
}
