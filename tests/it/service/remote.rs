//! `mousetrap judge --server` with real servers and clients, which are killed.

use std::collections::BTreeSet;
use std::fs;

use rustix::process::Signal;
use serde_json::Value;

use super::serve::Server;
use crate::project::{Project, has, right_after, signal, until};

const RIGHT: &str = include_str!("../../../solutions/913/accepted/topological_sort.py");
const WRONG: &str = "class Solution:\n    def catMouseGame(self, graph):\n        return 0\n";
const BROKEN: &str = "class Solution:\n    def catMouseGame(self, graph)\n        return 0\n";
const CRASH: &str = "class Solution:\n    def catMouseGame(self, graph):\n        return [][1]\n";

/// Number of submissions of [`slow_class`].
const SUBMISSIONS: usize = 6;

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
    Server::start(project, &["--listen", listen, "--print-token"])
}

fn write_token(project: &Project, server: &Server) {
    project.write("token", server.token.as_deref().unwrap());
}

/// Removes measurements, and what is known of machines.
fn without_measurements(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            let measured = "usage ending jobs conditions compile peak";
            for name in measured.split(' ') {
                fields.remove(name);
            }
            fields.retain(|name, _| !name.ends_with("_us") && !name.ends_with("_bytes"));
            fields.values_mut().for_each(without_measurements);
        }
        Value::Array(items) => items.iter_mut().for_each(without_measurements),
        _ => {}
    }
}

#[test]
fn reports_of_a_server_with_another_project_equal_those_of_a_local_run() {
    let (_elsewhere, server) = server();
    let project = Project::new(POINTS);
    write_token(&project, &server);
    for (name, source) in [
        ("ann/right.py", RIGHT),
        ("ann/same.py", RIGHT),
        ("bob/wrong.py", WRONG),
        ("cyd/broken.py", BROKEN),
        ("dan/crash.py", CRASH),
        ("eve/notes.txt", "I was ill."),
    ] {
        project.write(&format!("class/{name}"), source);
    }
    let url = format!("http://{}", server.host);
    let mut results = Vec::new();
    for (name, more) in [
        ("local", &["--no-cache"][..]),
        ("remote", &["--server", &url, "--token-file", "token"]),
    ] {
        let [json, marks, junit] = ["json", "csv", "xml"].map(|it| format!("{name}.{it}"));
        let outputs = ["-o", &json, "-o", &junit, "--marks", &marks];
        let arguments = [&["judge", "class", "--suite", "basic"], &outputs[..], more].concat();
        let (printed, _) = project.exits(2, &arguments);
        let mut report = project.json(&json);
        without_measurements(&mut report);
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
fn without_a_project_the_suites_of_the_server_are_used() {
    let (_elsewhere, server) = server();
    let client = Project::empty();
    write_token(&client, &server);
    client.write("answer.py", RIGHT);
    let url = format!("http://{}", server.host);
    let judge = format!("judge answer.py --server {url} --token-file token -o r.json");
    let (code, _, stderr) = client.run(&judge);
    assert_eq!(code, 0, "{stderr}");
    let report = client.json("r.json");
    let cases = &report["submissions"][0]["outcome"]["judged"]["cases"];
    assert_eq!(cases.as_array().unwrap().len(), 1);
    assert_eq!(cases[0]["case"], "other/one");
    let (code, _, stderr) = client.run(&format!("{judge} --suite nonesuch"));
    assert_eq!(code, 2, "{stderr}");
    has(&stderr, "the server has no suite \"nonesuch\"");
}

#[test]
fn option_that_the_server_decides_is_refused() {
    let (_elsewhere, server) = server();
    let project = Project::basic();
    write_token(&project, &server);
    project.write("answer.py", RIGHT);
    let url = format!("http://{}", server.host);
    let judge = format!("judge answer.py --server {url} --token-file token");
    for option in ["--isolation none", "--jobs 2", "--no-cache", "--watch"] {
        let (_, stderr) = project.exits(2, &format!("{judge} {option}"));
        has(&stderr, "--server");
        has(&stderr, option.split(' ').next().unwrap());
    }
    for (table, named) in [
        ("[judge]\nsanitizers = false\n", "sanitizers of [judge]"),
        (
            "[languages.python]\ntime_factor = 9.0\n",
            "[languages.python]",
        ),
    ] {
        let suites = "[suites]\n913 = [\"basic\"]\n";
        project.write("judge.toml", format!("{suites}{table}"));
        let (_, stderr) = project.exits(2, &judge);
        has(&stderr, "use the same settings here");
        has(&stderr, named);
    }
}

/// A class that takes a while.
fn slow_class(server: &Server) -> Project {
    let project = Project::new("[suites]\n913 = [\"basic\"]\n");
    for number in 0..SUBMISSIONS {
        // Slow enough to be killed.
        let source = format!("# {number}\n{}", right_after(0.3));
        project.write(&format!("class/{number}.py"), source);
    }
    write_token(&project, server);
    project
}

/// The command line of a client.
fn judge(server: &Server, more: &str) -> String {
    let host = &server.host;
    format!("judge class --server http://{host} --token-file token -o run.json {more}")
}

/// The submissions that have their verdict in the log, by index.
fn finished(project: &Project) -> BTreeSet<u64> {
    let log = project.path().join("run.json.log.jsonl");
    let text = fs::read_to_string(log).unwrap_or_default();
    let lines = text.lines().filter_map(|line| {
        let line: Value = serde_json::from_str(line).ok()?;
        let judged = line["submission"]["outcome"]["judged"].is_object();
        line["submission"]["index"].as_u64().filter(|_| judged)
    });
    lines.collect()
}

fn wait_for(project: &Project, verdicts: usize) {
    until("a verdict", || finished(project).len() >= verdicts);
}

/// Runs the same command with `--resume` and checks that no verdict is earned again.
fn resume(project: &Project, server: &Server) {
    let known = finished(project);
    assert!(!known.is_empty() && known.len() < SUBMISSIONS, "{known:?}");
    let (_, stderr) = project.exits(0, &judge(server, "--resume"));
    let already_judged = format!("{} of {SUBMISSIONS} are judged already\n", known.len());
    has(&stderr, &already_judged);
    assert_eq!(
        project.json("run.json")["summary"]["as_expected"],
        SUBMISSIONS
    );
}

#[test]
fn killed_and_interrupted_client_resumes_without_judging_again() {
    let (_elsewhere, server) = server();
    let project = slow_class(&server);
    let mut client = project.spawn(&judge(&server, ""));
    wait_for(&project, 1);
    signal(&client, Signal::KILL);
    client.wait().unwrap();
    let known = finished(&project).len();
    let mut client = project.spawn(&judge(&server, "--resume"));
    wait_for(&project, known + 1);
    signal(&client, Signal::INT);
    assert_eq!(client.wait().unwrap().code(), Some(130));
    let changed = judge(&server, "--resume --all-cases");
    project.fails(&changed, "changed since then: --all-cases");
    resume(&project, &server);
}

#[test]
fn killed_server_that_is_back_soon_gets_what_has_no_verdict() {
    let (elsewhere, mut server) = server();
    let project = slow_class(&server);
    let mut client = project.spawn(&judge(&server, ""));
    wait_for(&project, 2);
    let known = finished(&project);
    signal(&server.process, Signal::KILL);
    server.process.wait().unwrap();
    let _server = start(&elsewhere, &server.host);
    assert_eq!(client.wait().unwrap().code(), Some(0));
    assert!(known.len() < SUBMISSIONS, "the server was killed too late");
    assert_eq!(
        project.json("run.json")["summary"]["as_expected"],
        SUBMISSIONS
    );
}
