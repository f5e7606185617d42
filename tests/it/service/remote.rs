//! `mousetrap judge --server` with real servers and clients, which are killed.

use std::fs;

use rustix::process::Signal;

use super::serve::Server;
use crate::project::{Project, constant, has, signal, until};
use crate::runs::{SUBMISSIONS, judged, remove_fields, slow_class};

const RIGHT: &str = include_str!("../../../solutions/913/accepted/topological_sort.py");
const BROKEN: &str = "class Solution:\n    def catMouseGame(self, graph)\n        return 0\n";
const CRASH: &str = "class Solution:\n    def catMouseGame(self, graph):\n        return [][1]\n";

const POINTS: &str = "\
[suites]
913 = [\"basic\"]
[points.913]
total = 30
groups = [
    { name = \"small\", points = 10, cases = [\"basic/a\"] },
    { name = \"large\", points = 20, cases = [\"basic/b\"] },
]
";

/// A server of another project, which has no suite `basic`.
fn server() -> (Project, Server) {
    let project = Project::new("[suites]\n913 = [\"other\"]\n");
    fs::remove_file(project.path().join("cases/913/basic.toml")).unwrap();
    project.case("913/other/one", "3\n1 2\n1 2\n2 0 1\n");
    let server = start(&project, "127.0.0.1:0");
    (project, server)
}

fn start(project: &Project, listen: &str) -> Server {
    Server::start(project, &format!("--listen {listen} --print-token"))
}

#[test]
fn reports_of_a_server_with_another_project_equal_those_of_a_local_run() {
    let (_elsewhere, server) = server();
    let project = Project::new(POINTS);
    for (name, source) in [
        ("ann/right.py", RIGHT),
        ("ann/same.py", RIGHT),
        ("bob/wrong.py", &constant(0)),
        ("cyd/broken.py", BROKEN),
        ("dan/crash.py", CRASH),
        ("eve/notes.txt", "I was ill."),
    ] {
        project.write(&format!("class/{name}"), source);
    }
    let options = server.client_options(&project);
    let mut results = Vec::new();
    for (name, more) in [("local", "--no-cache"), ("remote", options.as_str())] {
        let [json, marks, junit] = ["json", "csv", "xml"].map(|it| format!("{name}.{it}"));
        let outputs = format!("-o {json} -o {junit} --marks {marks}");
        let judge = format!("judge class --suite basic {outputs} {more}");
        let (printed, _) = project.exits(2, &judge);
        let mut report = project.json(&json);
        let differing = ["usage", "ending", "jobs", "conditions", "compile", "peak"];
        remove_fields(&mut report, &differing);
        assert!(!project.read(&junit).is_empty());
        assert!(!project.path().join(format!("{json}.log.jsonl")).exists());
        results.push((printed, report, project.read(&marks)));
    }
    let [local, remote] = results.try_into().unwrap();
    // The lines of the table have measurements.
    let reasons = |printed: &str| -> Vec<String> {
        let lines = printed.lines().filter(|line| line.starts_with('✗'));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(reasons(&local.0).len(), 4, "{}", local.0);
    assert_eq!(reasons(&remote.0), reasons(&local.0));
    assert_eq!(remote.1, local.1);
    assert_eq!(remote.2, local.2);
    assert!(remote.2.contains("ann"), "{}", remote.2);
}

#[test]
fn client_without_a_project_uploads_the_built_in_suites() {
    let (_elsewhere, server) = server();
    let client = Project::empty();
    client.write("answer.py", RIGHT);
    let judge = format!(
        "judge answer.py {} -o r.json",
        server.client_options(&client)
    );
    let (code, _, stderr) = client.run(&format!("{judge} --suite samples"));
    assert_eq!(code, 0, "{stderr}");
    let report = client.json("r.json");
    let cases = &report["submissions"][0]["outcome"]["judged"]["cases"];
    assert_eq!(cases[0]["case"], "samples/sample-1");
    let (code, _, stderr) = client.run(&format!("{judge} --suite nonesuch"));
    assert_eq!(code, 2, "{stderr}");
    has(&stderr, "there is no suite \"nonesuch\"");
}

#[test]
fn option_that_the_server_decides_is_refused() {
    let (_elsewhere, server) = server();
    let project = Project::basic();
    project.write("answer.py", RIGHT);
    let judge = format!("judge answer.py {}", server.client_options(&project));
    for option in ["--isolation none", "--jobs 2", "--no-cache", "--watch"] {
        let (_, stderr) = project.exits(2, &format!("{judge} {option}"));
        has(&stderr, "--server");
        has(&stderr, option.split(' ').next().unwrap());
    }
    for (named, setting) in [
        ("[judge]", "sanitizers = false"),
        ("[languages.python]", "time_factor = 9.0"),
    ] {
        let suites = "[suites]\n913 = [\"basic\"]\n";
        project.write("judge.toml", format!("{suites}{named}\n{setting}\n"));
        let (_, stderr) = project.exits(2, &judge);
        has(&stderr, "use the same settings here");
        has(&stderr, named);
    }
}

/// The command line of a client that judges a class.
fn judge(project: &Project, server: &Server, more: &str) -> String {
    let options = server.client_options(project);
    format!("judge class {options} -o run.json {more}")
}

fn wait_for(project: &Project, verdicts: usize) {
    until("a verdict", || judged(project).len() >= verdicts);
}

fn expect_all_verdicts(project: &Project) {
    let right = &project.json("run.json")["summary"]["as_expected"];
    assert_eq!(*right, SUBMISSIONS);
}

#[test]
fn killed_and_interrupted_client_resumes_without_judging_again() {
    let (_elsewhere, server) = server();
    let project = slow_class("");
    let mut client = project.spawn(&judge(&project, &server, ""));
    wait_for(&project, 1);
    signal(&client, Signal::KILL);
    client.wait().unwrap();
    let known = judged(&project).len();
    let resume = judge(&project, &server, "--resume");
    let mut client = project.spawn(&resume);
    wait_for(&project, known + 1);
    signal(&client, Signal::INT);
    assert_eq!(client.wait().unwrap().code(), Some(130));
    let changed = format!("{resume} --all-cases");
    project.fails(&changed, "changed since then: --all-cases");
    // No verdict is earned again.
    let known = judged(&project).len();
    assert!(0 < known && known < SUBMISSIONS, "{known}");
    let (_, stderr) = project.exits(0, &resume);
    let already_judged = format!("{known} of {SUBMISSIONS} have already been judged\n");
    has(&stderr, &already_judged);
    expect_all_verdicts(&project);
}

#[test]
fn killed_server_that_is_back_soon_gets_what_has_no_verdict() {
    let (elsewhere, mut server) = server();
    let project = slow_class("");
    let mut client = project.spawn(&judge(&project, &server, ""));
    wait_for(&project, 2);
    let known = judged(&project);
    signal(&server.process, Signal::KILL);
    server.process.wait().unwrap();
    let _server = start(&elsewhere, &server.host);
    assert_eq!(client.wait().unwrap().code(), Some(0));
    assert!(known.len() < SUBMISSIONS, "the server was killed too late");
    expect_all_verdicts(&project);
}
