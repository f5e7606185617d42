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
fn what_a_suite_does_not_notice_is_listed_with_what_notices_it() {
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
        panic!("the others are tried: {report}");
    };
    let of = |one: &serde_json::Value, what: &str| one[what].as_u64().unwrap();
    for one in [cpp, python] {
        let fates = [
            "killed",
            "equivalent",
            "not_compiled",
            "survivors",
            "not_judged",
        ];
        let sum: u64 = fates.iter().map(|fate| of(one, fate)).sum();
        assert_eq!(sum, of(one, "mutants"), "{one}");
        assert!(of(one, "killed") >= 4, "{one}");
    }
    assert!(
        of(cpp, "equivalent") >= 4,
        "what is not used makes no difference to the program: {cpp}"
    );
    // No sample has five nodes, and one more.
    let survivors = report["survivors"].as_array().unwrap();
    let diff = "-        if (nodes >= 6) {\n+        if (nodes >= 5) {\n";
    let survivor = survivors.iter().find(|it| it["diff"] == diff).unwrap();
    assert_eq!(survivor["path"], "right.cpp");
    assert_eq!(survivor["line"], 6);
    assert_eq!(survivor["class"], "constant");
    let found = &survivor["found"];
    assert!(
        found["leetcode"].as_str().unwrap().starts_with("[["),
        "{found}"
    );
    assert_eq!(found["mutant"], "replies 0");
    assert_eq!(found["original"], "replies 1");
}

#[test]
fn a_sample_by_seed_is_the_same_again_and_survivors_are_listed_by_class() {
    let project = Project::basic();
    project.write("right.cpp", CPP);
    let page = |seed: &str| {
        let arguments = format!("strength source right.cpp --mutants 9 --time 0s --seed {seed}");
        let (said, _) = project.exits(0, &arguments);
        has(&said, "| right.cpp | 9 of ");
        said
    };
    let one = page("1");
    assert_eq!(one, page("1"));
    assert_ne!(one, page("5"));
    has(&one, "```diff\n-");
    has(&one, ": not searched\n");
    assert!(!one.contains("perhaps equivalent"), "{one}");
}

#[test]
fn whole_programs_have_mutants() {
    let project = Project::basic();
    let program = "#include <stdio.h>\nint main(void) {\n    int nodes = 0;\n    scanf(\"%d\", &nodes);\n    printf(\"%d\\n\", nodes == 6 ? 0 : 1);\n    return 0;\n}\n";
    project.write("whole.c", program);
    let arguments = "strength source whole.c --problem 913 --time 0s --output mutants.json";
    let (said, _) = project.exits(0, arguments);
    let report = project.json("mutants.json");
    let not_searched = report["survivors"].as_array().unwrap().len();
    let closing = format!(", {not_searched} not searched\n");
    assert!(said.ends_with(&closing), "{said}");
    assert!(report["killed"].as_u64().unwrap() >= 5, "{report}");
}

#[test]
fn a_source_that_its_parser_does_not_survive_is_an_error_for_it_alone() {
    let project = Project::basic();
    let many = "0,".repeat(150_000);
    project.write("many.py", format!("many = [{many}]\n{PYTHON}"));
    project.write("right.py", PYTHON);
    let arguments = "strength source many.py right.py --mutants 5 --time 0s --output mutants.json";
    let (_, fault) = project.exits(2, arguments);
    let reason = "many.py: cannot be parsed: the parser ";
    has(&fault, reason);
    let report = project.json("mutants.json");
    assert_eq!(report["submissions"].as_array().unwrap().len(), 1);
    assert_eq!(report["mutants"], 5);
}

#[test]
fn what_cannot_be_tried_is_an_error_and_no_empty_report() {
    let project = Project::basic();
    project.write("right.py", PYTHON);
    project.write("wrong.py", PYTHON.replace("== 6", "== 5"));
    project.write("solutions/913/accepted/mine.py", PYTHON);
    for (file, more, reason) in [
        ("nope.cpp", &[][..], "nope.cpp: "),
        ("wrong.py", &["--time", "0s"], "wrong.py: is not accepted"),
        (
            "solutions/913/accepted/mine.py",
            &["--problem", "1728"],
            "mine.py: is of 913, but --problem 1728",
        ),
        ("right.py", &["--time", "1"], "\"0s\" means no search"),
    ] {
        let arguments = [&["strength", "source", file], more].concat();
        let (code, said, fault) = project.run(&arguments);
        assert_eq!((code, &*said), (2, ""), "{fault}");
        has(&fault, reason);
    }
}

#[test]
fn after_a_signal_what_is_known_is_written() {
    let project = Project::basic();
    project.write("right.py", PYTHON);
    let slow = PYTHON.replace(
        "        nodes",
        "        sum(range(3_000_000))\n        nodes",
    );
    project.write("slow.py", slow);
    let arguments = [
        "strength",
        "source",
        "right.py",
        "slow.py",
        "--jobs",
        "1",
        "--time",
        "30s",
        "--output",
        "mutants.json",
    ];
    let child = project.spawn(&arguments);
    // Written once the first of them is done.
    until("a report", || project.path().join("mutants.json").exists());
    signal(&child, Signal::INT);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let fault = String::from_utf8(output.stderr).unwrap();
    has(&fault, "interrupted: ");
    has(&fault, " not searched");
    let report = project.json("mutants.json");
    assert_eq!(report["interrupted"], true);
    assert_eq!(report["submissions"][0]["path"], "right.py");
}
