//! `strength source`: mutants of accepted programs, judged in the sandbox.

use rustix::process::Signal;

use crate::project::{Project, has, signal, until};

const PYTHON: &str = "class Solution:
    def catMouseGame(self, graph):
        nodes = len(graph)
        if nodes == 6:
            return 0
        return 1
";

const CPP: &str = "class Solution {
public:
    int catMouseGame(vector<vector<int>>& graph) {
        int nodes = graph.size(), unused = 3;
        unused += nodes;
        if (nodes >= 6) {
            return 0;
        }
        return 1;
    }
};
";

#[test]
fn survivor_is_reported_with_an_instance_that_kills_it() {
    let project = Project::basic();
    project.write("right.cpp", CPP);
    project.write("right.py", PYTHON);
    project.write("wrong.py", PYTHON.replace("== 6", "== 5"));
    let arguments = "strength source right.cpp wrong.py right.py --time 2s --output mutants.json";
    project.fails(arguments, "wrong.py: is not accepted (WA on basic/a: ");
    let report = project.json("mutants.json");
    assert_eq!(report["refused"].as_array().unwrap().len(), 1);
    assert_eq!(report["interrupted"], false);
    let [cpp, python] = &report["submissions"].as_array().unwrap()[..] else {
        panic!("two submissions have mutants: {report}");
    };
    let of = |one: &serde_json::Value, field: &str| one[field].as_u64().unwrap();
    for one in [cpp, python] {
        let fields = "killed equivalent not_compiled survivors not_judged";
        let sum: u64 = fields.split(' ').map(|field| of(one, field)).sum();
        assert_eq!(sum, of(one, "mutants"), "{one}");
        assert!(of(one, "killed") >= 4, "{one}");
    }
    for field in "mutants killed equivalent not_compiled not_judged".split(' ') {
        let sum = of(cpp, field) + of(python, field);
        assert_eq!(of(&report, field), sum, "{field}");
    }
    // Changes of the unused variable.
    assert!(of(cpp, "equivalent") >= 4, "{cpp}");
    // No sample has five nodes.
    let survivors = report["survivors"].as_array().unwrap();
    let diff = "-        if (nodes >= 6) {\n+        if (nodes >= 5) {\n";
    let survivor = survivors.iter().find(|it| it["diff"] == diff).unwrap();
    assert_eq!(survivor["path"], "right.cpp");
    assert_eq!(survivor["line"], 6);
    assert_eq!(survivor["class"], "constant");
    let found = &survivor["found"];
    assert!(found["leetcode"].as_str().unwrap().starts_with("[["));
    assert_eq!(found["mutant"], "replies 0");
    assert_eq!(found["original"], "replies 1");
}

#[test]
fn sample_depends_on_the_seed_alone() {
    let project = Project::basic();
    project.write("right.cpp", CPP);
    let page = |seed: &str| {
        let arguments = format!("strength source right.cpp --mutants 9 --time 0s --seed {seed}");
        let (page, _) = project.exits(0, &arguments);
        has(&page, "right.cpp: 9 of ");
        page
    };
    let one = page("1");
    assert_eq!(one, page("1"));
    assert!(["2", "3", "4"].iter().any(|seed| page(seed) != one));
    has(&one, ": not compared with the original\n");
    assert!(!one.contains("possibly equivalent"), "{one}");
}

#[test]
fn complete_program_has_mutants() {
    let project = Project::basic();
    let program = "#include <stdio.h>\nint main(void) {\n    int nodes = 0;\n    scanf(\"%d\", &nodes);\n    printf(\"%d\\n\", nodes == 6 ? 0 : 1);\n    return 0;\n}\n";
    project.write("whole.c", program);
    let arguments = "strength source whole.c --problem 913 --time 0s --output mutants.json";
    project.exits(0, arguments);
    let report = project.json("mutants.json");
    let survivors = report["survivors"].as_array().unwrap().len();
    assert_eq!(report["not_searched"], survivors);
    assert!(report["killed"].as_u64().unwrap() >= 5, "{report}");
}

#[test]
fn source_that_crashes_the_parser_does_not_stop_the_others() {
    let project = Project::basic();
    let many = "0,".repeat(150_000);
    project.write("many.py", format!("many = [{many}]\n{PYTHON}"));
    project.write("right.py", PYTHON);
    let arguments = "strength source many.py right.py --mutants 5 --time 0s --output mutants.json";
    project.fails(arguments, "many.py: cannot be parsed: the parser ");
    let report = project.json("mutants.json");
    assert_eq!(report["submissions"].as_array().unwrap().len(), 1);
    assert_eq!(report["mutants"], 5);
}

#[test]
fn source_without_mutants_is_an_error() {
    let project = Project::basic();
    project.write("right.py", PYTHON);
    project.write("wrong.py", PYTHON.replace("== 6", "== 5"));
    project.write("solutions/913/accepted/mine.py", PYTHON);
    project.replay(
        "2 strength source nope.cpp => nope.cpp:
        2 strength source wrong.py --time 0s => wrong.py: is not accepted
        2 strength source solutions/913/accepted/mine.py --problem 1728 => no submission found; specify
        2 strength source right.py --time 1 => time unit needed",
    );
}

#[test]
fn interrupted_run_writes_its_report() {
    let project = Project::basic();
    project.write("right.py", PYTHON);
    let slow = PYTHON.replace("nodes = ", "sum(range(3_000_000)); nodes = ");
    project.write("slow.py", slow);
    let source = "strength source right.py slow.py --jobs 1 --time 30s --output mutants.json";
    let child = project.spawn(source);
    // It is written after the first file.
    until("report", || project.path().join("mutants.json").exists());
    signal(&child, Signal::INT);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let stderr = String::from_utf8(output.stderr).unwrap();
    has(&stderr, "interrupted: ");
    has(&stderr, " not compared");
    let report = project.json("mutants.json");
    assert_eq!(report["interrupted"], true);
    assert_eq!(report["submissions"][0]["path"], "right.py");
}
