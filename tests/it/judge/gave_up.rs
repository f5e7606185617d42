//! Submissions that are not run on all cases because they are too slow.

use std::fs;

use serde_json::Value;

use crate::project::{Project, has};

/// Endless on every case but the first.
const ENDLESS: &str = "int catMouseGame(int** graph, int graphSize, int* graphColSize) {\n\
                       if (graphSize == 6) return 0;\n    volatile int n = 0;\n    for (;;) n++;\n}\n";

/// A project with four cases of problem 913, each with a short time limit.
fn small_project() -> Project {
    let project = Project::new("[suites]\n913 = [\"basic\"]\n[limits]\ncpu = \"50ms\"\n");
    for (name, text) in [
        ("e", "5\n1 4\n2 2 3\n2 1 3\n3 1 2 4\n2 0 3\n"),
        ("f", "5\n1 3\n2 2 4\n2 1 3\n2 0 2\n1 1\n"),
    ] {
        project.case(&format!("913/basic/{name}"), text);
    }
    project.write("endless.c", ENDLESS);
    project
}

/// The same with two more cases.
fn project() -> Project {
    let project = small_project();
    project.case("913/basic/c", "3\n1 2\n1 2\n2 0 1\n");
    project.case("913/basic/d", "4\n1 3\n1 2\n2 1 3\n2 0 2\n");
    project
}

/// Why the only submission of a report gave up, and the number of its cases.
fn submission(report: &Value) -> (&Value, usize) {
    let submission = &report["submissions"][0]["outcome"]["judged"];
    assert_eq!(submission["verdict"], "TLE", "{report:#}");
    let cases = submission["cases"].as_array().map_or(0, Vec::len);
    (&submission["gave_up"], cases)
}

#[test]
fn submission_gives_up_after_three_time_outs_in_every_report() {
    let project = project();
    let outputs = ["o.csv", "o.md", "o.html", "o.xml", "o.json", "part.jsonl"];
    let outputs = outputs.iter().flat_map(|name| ["--output", name]);
    let judge = [
        "judge",
        "--all-cases",
        "--no-cache",
        "endless.c",
        "--shard",
        "1/1",
    ];
    let command: Vec<&str> = judge.into_iter().chain(outputs).collect();
    let (_, printed, _) = project.run(&command);
    let why = "gave up after 3 time-outs";
    has(&printed, format!("1 of 6, {why}"));
    let read = |name: &str| fs::read_to_string(project.path().join(name)).unwrap();
    for name in ["o.csv", "o.md", "o.html", "o.xml"] {
        assert!(read(name).contains(why), "{name}");
    }
    let report: Value = serde_json::from_str(&read("o.json")).unwrap();
    let gave_up = serde_json::json!({"time_outs": 3});
    assert_eq!(submission(&report), (&gave_up, 4));
    assert_eq!(report["submissions"][0]["case_count"], 6);

    let merge = "report merge part.jsonl --output all.json --output all.csv";
    let (_, _, said) = project.run(merge);
    assert_eq!(said, "");
    assert!(read("all.csv").contains(why));
    let (printed, _) = project.exits(0, "report compare o.json all.json");
    has(&printed, "0 with another verdict");

    let redacted = "judge --all-cases --redact endless.c";
    let (_, printed, _) = project.run(redacted);
    has(&printed, why);
}

#[test]
fn no_give_up_runs_every_case() {
    let project = project();
    let report = project.judge("--all-cases --no-give-up endless.c");
    assert_eq!(submission(&report), (&Value::Null, 6));
}

#[test]
fn third_time_out_on_the_last_case_does_not_give_up() {
    let report = small_project().judge("--all-cases endless.c");
    assert_eq!(submission(&report), (&Value::Null, 4));
}
