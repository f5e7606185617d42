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

const VALIDATOR: &str = "import json\nif 13 in json.loads(input()):\n    print('13 is not allowed')\n    \
                         exit(1)\n";

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
    project.write("token", server.token.as_deref().unwrap());
    project.write("right.py", RIGHT);
    project.write("wrong.py", WRONG.replace("[0, 0] + items", "items[:-1]"));
    let judge = format!("--server http://{} --token-file token", server.host);
    project.prints(0, &format!("judge right.py {judge}"));
    let wrong = project.prints(1, &format!("judge wrong.py {judge}"));
    has(&wrong, "samples/001: expected 8, got");
}

#[test]
fn hack_of_an_own_problem_gets_the_answer_of_the_reference() {
    let project = project();
    let server = start(&project);
    let host = server.host.clone();
    let plain = "application/x-www-form-urlencoded";
    let [_, owner] = server.form(&host, &format!("/enter/{}", server.owner), plain, "", "");
    let fields = [("name", "R"), ("problems", "largest-pair"), ("hacks", "on")];
    let manage = server.upload(&host, "/rooms", &owner, &fields);
    let page = server.get(&host, &manage, &owner);
    let invitation = page.split("/join/").nth(1).unwrap();
    let invitation = invitation.split('<').next().unwrap();
    let room = manage.trim_end_matches("/manage");
    let join = |name: &str, source: &str| {
        let form = format!("name={name}");
        let [_, cookie] = server.form(&host, &format!("/join/{invitation}"), plain, "", &form);
        let path = format!("{room}/submissions");
        let submission = server.upload(&host, &path, &cookie, &[("source", source)]);
        until("a verdict", || {
            server.get(&host, &submission, &cookie).contains("Accepted")
        });
        (submission, cookie)
    };
    let (target, ann) = join("Ann", WRONG);
    let (_, bo) = join("Bo", RIGHT);
    let hack = |case: &str| {
        let form = format!("case={case}");
        let [to, _] = server.form(&host, &format!("{target}/hack"), plain, &bo, &form);
        to
    };
    assert_eq!(hack("%5B1%2C13%5D"), "", "the validator refuses it");
    let hacks = hack("%5B-1%2C-2%5D");
    until("the hack succeeds", || {
        let page = server.get(&host, &hacks, &bo);
        page.contains("Fails: Wrong answer (expected -3, got 0)")
    });
    until("the case joins the room", || {
        server.get(&host, &target, &ann).contains("found by Bo")
    });
}
