//! Submissions that are not run on all cases because they are too slow.

use serde_json::{Value, json};

use crate::project::{Project, cases, has};

/// Endless on every case but the first.
const ENDLESS_LOOP: &str = "int catMouseGame(int** graph, int graphSize, int* graphColSize) {\n\
                       if (graphSize == 6) return 0;\n    volatile int n = 0;\n    for (;;) n++;\n}\n";

/// A project with four cases of problem 913, each with a short time limit, and these cases.
fn project(more: &[(&str, &str)]) -> Project {
    let project = Project::new("[suites]\n913 = [\"basic\"]\n[limits]\ncpu = \"50ms\"\n");
    let four = [
        ("e", "5\n1 4\n2 2 3\n2 1 3\n3 1 2 4\n2 0 3\n"),
        ("f", "5\n1 3\n2 2 4\n2 1 3\n2 0 2\n1 1\n"),
    ];
    for (name, text) in four.iter().chain(more) {
        project.case(&format!("913/basic/{name}"), text);
    }
    project.write("endless.c", ENDLESS_LOOP);
    project
}

const TWO_MORE: [(&str, &str); 2] = [
    ("c", "3\n1 2\n1 2\n2 0 1\n"),
    ("d", "4\n1 3\n1 2\n2 1 3\n2 0 2\n"),
];

/// Checks why a submission gave up, and the number of its cases.
#[track_caller]
fn check(judged: &Value, gave_up: &Value, case_count: usize) {
    assert_eq!(judged["verdict"], "TLE", "{judged:#}");
    assert_eq!(&judged["gave_up"], gave_up);
    assert_eq!(cases(judged).len(), case_count);
}

#[test]
fn submission_gives_up_after_three_time_outs_in_every_report() {
    let project = project(&TWO_MORE);
    let names = ["o.csv", "o.md", "o.html", "o.xml", "o.json", "part.jsonl"];
    let outputs = names.map(|name| format!(" -o {name}")).concat();
    let judge = format!("judge --all-cases --no-cache endless.c --shard 1/1{outputs}");
    let (_, printed, _) = project.run(&judge);
    let why = "gave up after 3 time-outs";
    has(&printed, format!("1 of 6, {why}"));
    for name in &names[..4] {
        has(&project.read(name), why);
    }
    let submission = &project.json("o.json")["submissions"][0];
    check(
        &submission["outcome"]["judged"],
        &json!({"time_outs": 3}),
        4,
    );
    assert_eq!(submission["case_count"], 6);

    let (_, _, stderr) = project.run("report merge part.jsonl --output all.json --output all.csv");
    assert_eq!(stderr, "");
    has(&project.read("all.csv"), why);
    project.replay(&format!(
        "0 report compare o.json all.json => 0 with a different verdict
        1 judge --all-cases --redact endless.c => {why}"
    ));
}

#[test]
fn every_case_is_run_with_no_give_up_or_if_the_third_time_out_is_the_last() {
    let judged = project(&TWO_MORE).judged("--all-cases --no-give-up endless.c");
    check(&judged, &Value::Null, 6);
    let judged = project(&[]).judged("--all-cases endless.c");
    check(&judged, &Value::Null, 4);
}
