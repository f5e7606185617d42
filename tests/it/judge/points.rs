//! Points for groups of cases, and the mark sheet of a class.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::project::{Project, has};

const RIGHT: &str = include_str!("../../../solutions/913/accepted/topological_sort.py");

/// Right on one of two cases of the suite `basic` and on two of three of the family `walls`.
const CONSTANT: &str = "class Solution:\n    def catMouseGame(self, graph):\n        return 1\n";

/// Right on the suite `basic`, and endless on every case of `long`.
const ENDLESS: &str = "int catMouseGame(int** graph, int graphSize, int* graphColSize) {\n\
                       if (graphSize == 6) return 0;\n    if (graphColSize[0] == 2) return 1;\n    \
                       volatile int n = 0;\n    for (;;) n++;\n}\n";

const POINTS: &str = "\
[points.913]
total = 40
groups = [
    { name = \"small\", points = 30, cases = [\"basic\"] },
    { name = \"long\", points = 10, scoring = \"proportional\", cases = [\"long/walls\"] },
]
";

/// A project with two groups of cases for problem 913, and a class.
fn class() -> Project {
    let config = "[suites]\n913 = [\"basic\", \"long\"]\n[limits]\ncpu = \"100ms\"\n";
    let project = Project::new(&format!("{config}{POINTS}"));
    for (name, text) in [
        ("walls-1", "3\n1 2\n1 2\n2 0 1\n"),
        ("walls-2", "4\n1 1\n2 0 2\n2 1 3\n1 2\n"),
        ("walls-3", "5\n1 1\n2 0 2\n2 1 3\n2 2 4\n1 3\n"),
        ("in-no-group", "5\n1 4\n2 2 3\n2 1 3\n3 1 2 4\n2 0 3\n"),
    ] {
        project.case(&format!("913/long/{name}"), text);
    }
    let files = [
        ("anna/first.py", CONSTANT),
        ("anna/second.py", RIGHT),
        ("ben/answer.py", CONSTANT),
        ("cleo/notes.txt", "I was ill."),
        (
            "dan/broken.py",
            "class Solution:\n    def catMouseGame(self, g)\n",
        ),
        ("=eve/answer.c", ENDLESS),
    ];
    project.zip("class.zip", &files);
    project
}

/// The points of each submission in a JSON report, by path.
fn awards(project: &Project, name: &str) -> BTreeMap<String, Value> {
    let report = project.json(name);
    let submissions = report["submissions"].as_array().unwrap().iter();
    submissions
        .map(|one| {
            let path = one["path"].as_str().unwrap().to_owned();
            (path, one["award"]["points"].clone())
        })
        .collect()
}

const SHEET: &str = "\
student,913_file,913_points,1728_file,1728_points,total,max,note
'=eve,class.zip/=eve/answer.c,30,,,30,40,
anna,class.zip/anna/second.py,40,,,40,40,
ben,class.zip/ben/answer.py,6.66,,,6.66,40,
cleo,,,,,,40,\"class.zip/cleo/notes.txt: refused: ";

#[test]
fn mark_sheet_has_the_best_points_of_each_student() {
    let project = class();
    let judge = [
        "judge",
        "class.zip",
        "--no-cache",
        "--marks",
        "marks.csv",
        "--output",
        "all.json",
    ];
    let (printed, _) = project.exits(2, &judge);
    has(&printed, "6.66/40");
    let sheet = project.read("marks.csv");
    assert!(sheet.starts_with(SHEET), "{sheet}");
    assert!(
        sheet.ends_with("\ndan,class.zip/dan/broken.py,0,,,0,40,\n"),
        "{sheet}"
    );
    assert_eq!(
        awards(&project, "all.json")["class.zip/ben/answer.py"],
        6.66
    );

    // The parts of a run, merged.
    for part in ["1", "2"] {
        let (shard, log) = (format!("{part}/2"), format!("{part}.jsonl"));
        let options = [
            "--all-cases",
            "--no-cache",
            "--shard",
            &shard,
            "--output",
            &log,
        ];
        let (code, printed, said) = project.run(&[&judge[..2], &options].concat());
        assert!(code < 3, "{printed}{said}");
    }
    let merge = [
        "report",
        "merge",
        "1.jsonl",
        "2.jsonl",
        "--marks",
        "merged.csv",
    ];
    let merge = [&merge[..], &["--output", "merged.json"]].concat();
    project.exits(2, &merge);
    assert_eq!(project.read("merged.csv"), sheet);
    let both = "report compare all.json merged.json";
    let (_, compared, _) = project.run(both);
    assert!(!compared.contains("points"), "{compared}");
    assert_eq!(
        awards(&project, "merged.json"),
        awards(&project, "all.json")
    );

    // A run that was cut short after one submission, resumed.
    let all = ["--no-cache", "--all-cases", "--output", "whole.jsonl"];
    project.run(&[&judge[..2], &all].concat());
    let whole = project.read("whole.jsonl");
    let mut lines: Vec<&str> = whole.lines().collect();
    let first = lines
        .iter()
        .position(|line| line.starts_with("{\"submission\""));
    lines.truncate(first.unwrap() + 1);
    project.write("resumed.json.log.jsonl", lines.join("\n") + "\n");
    let resume = [
        "--resume",
        "--output",
        "resumed.json",
        "--marks",
        "resumed.csv",
    ];
    let resume = [&judge[..3], &resume].concat();
    project.exits(2, &resume);
    assert_eq!(project.read("resumed.csv"), sheet);
}

#[test]
fn mark_sheet_of_a_merged_run_has_the_same_names() {
    let project = class();
    for directory in ["ben", "r.tar"] {
        project.write(&format!("class/{directory}/a.py"), CONSTANT);
    }
    project.zip("class/ben.zip", &[("a.py", RIGHT)]);
    let judge = ["judge", "class", "--marks", "marks.csv"];
    project.exits(1, &judge);
    let sheet = project.read("marks.csv");
    let rows: Vec<_> = sheet.lines().skip(1).collect();
    assert_eq!(
        rows,
        [
            "ben,class/ben.zip/a.py,40,,,40,40,",
            "r.tar,class/r.tar/a.py,6.66,,,6.66,40,",
        ]
    );

    let shard = "judge class --all-cases --shard 1/1";
    project.run(&format!("{shard} --output 1.jsonl"));
    let (_, printed, said) = project.run("report merge 1.jsonl --marks merged.csv");
    assert_eq!(project.read("merged.csv"), sheet, "{printed}{said}");
}

#[test]
fn mark_sheet_is_refused_under_a_name_of_another_format() {
    let project = class();
    let judge = "judge class.zip --marks marks.html";
    let (code, _, said) = project.run(judge);
    let rule = "marks.html: a mark sheet is comma-separated values, so its name must end in .csv";
    assert!(code == 2 && said.contains(rule), "{said}");
    assert!(!project.path().join("marks.html").exists());
}

#[test]
fn mark_sheet_has_whole_programs_for_both_problems() {
    let points = |problem| {
        format!(
            "[points.{problem}]\ntotal = 10\ngroups = [{{ name = \"all\", points = 10, \
             scoring = \"proportional\", cases = [\"basic\"] }}]\n"
        )
    };
    let suites = "[suites]\n913 = [\"basic\"]\n1728 = [\"basic\"]\n".to_owned();
    let project = Project::new(&(suites + &points("913") + &points("1728")));
    let prints = |answer| format!("import sys\nsys.stdin.read()\nprint({answer})\n");
    project.write("class/anna/913.py", prints("1"));
    project.write("class/anna/1728.py", prints("'true'"));
    project.write("class/ben/problem-1728/main.py", prints("'true'"));
    project.write("class/cleo/main.py", prints("1"));
    project.exits(2, "judge class --marks marks.csv");
    let sheet = project.read("marks.csv");
    let rows: Vec<&str> = sheet.lines().collect();
    assert_eq!(
        rows[1],
        "anna,class/anna/913.py,5,class/anna/1728.py,6.66,11.66,20,"
    );
    assert_eq!(
        rows[2],
        "ben,,,class/ben/problem-1728/main.py,6.66,6.66,20,"
    );
    assert!(rows[3].starts_with("cleo,,,,,,20,"), "{sheet}");
    assert!(rows[3].contains("does not say which problem"), "{sheet}");
}

#[test]
fn parts_with_other_points_are_not_merged() {
    let project = class();
    for (part, more) in [("1", ""), ("2", "# \n")] {
        let (shard, log) = (format!("{part}/2"), format!("{part}.jsonl"));
        let judge = ["judge", "class.zip", "--all-cases", "--shard", &shard];
        project.run(&[&judge[..], &["--output", &log]].concat());
        let points = POINTS.replace("30", "25").replace("10", "15");
        let config = project.read("judge.toml").replace(POINTS, &(points + more));
        project.write("judge.toml", config);
    }
    let merge = "report merge 1.jsonl 2.jsonl --marks marks.csv";
    project.fails(merge, "points");
    for part in ["1", "2"] {
        let (shard, log) = (format!("{part}/2"), format!("{part}.jsonl"));
        let judge = format!("judge class.zip --shard {shard} --output {log}");
        project.run(&judge);
    }
    project.fails(merge, "with --all-cases");
}

#[test]
fn points_are_out_of_the_groups_that_are_run() {
    let project = class();
    let judge = ["judge", "class.zip/anna", "--suite", "basic", "--all-cases"];
    let (_, printed, _) = project.run(&judge);
    has(&printed, "30/30");
    has(&printed, "0/30");
    let note = "problem 913: this run can give 30 of 40 points, because it lacks suites of the groups \
                long\n";
    has(&printed, note);
    let (_, printed, _) = project.run("judge class.zip/anna");
    assert!(!printed.contains("points"), "{printed}");
}

#[test]
fn redacted_reports_have_points_but_no_groups() {
    let project = class();
    let judge = "judge class.zip/ben --all-cases --redact";
    for (name, marks) in [
        ("o.json", "6.66"),
        ("o.html", "6.66/40"),
        ("o.csv", ",6.66,40,"),
    ] {
        project.run(&format!("{judge} --feedback out --output {name}"));
        let text = project.read(name);
        has(&text, marks);
        assert!(!text.contains("small"), "{text}");
    }
    let page = project.read("out/class.zip-ben-answer.py.html");
    has(&page, "6.66/40");
    assert!(!page.contains("small"), "{page}");
    project.run("judge class.zip/ben --all-cases --feedback out");
    let page = project.read("out/class.zip-ben-answer.py.html");
    has(&page, "small 0/30, long 6.66/10");
}

#[test]
fn mark_sheet_is_refused_without_points_and_over_another_file() {
    let project = class();
    project.write("notes.csv", "my notes\n");
    let judge = "judge class.zip --marks";
    project.fails(&format!("{judge} notes.csv"), "notes.csv");
    assert_eq!(project.read("notes.csv"), "my notes\n");

    let config = project.read("judge.toml").replace(POINTS, "");
    project.write("judge.toml", config);
    project.fails(
        &format!("{judge} marks.csv"),
        "add [points.913] to judge.toml",
    );

    let unknown = POINTS.replace("long/walls", "long/wall");
    let config = project.read("judge.toml") + &unknown;
    project.write("judge.toml", config);
    let (code, _, said) = project.run(&format!("{judge} marks.csv"));
    let rule = "judge.toml:9: there is no case \"long/wall\", and none whose name continues";
    assert!(code == 2 && said.contains(rule), "{said}");
}

/// A constant answer has no points.
#[test]
fn default_groups_have_cases_with_different_answers() {
    let project = Project::empty();
    for problem in ["913", "1728"] {
        let export = format!("export jsonl --problem {problem} {problem}");
        project.exits(0, &export);
        let mut answers: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for line in project.read(&format!("{problem}/cases.jsonl")).lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            let group = case["group"].as_str().map(str::to_owned);
            let group = group.unwrap_or_else(|| panic!("{line}: in no group"));
            let answer = case["answer"].to_string();
            answers.entry(group).or_default().insert(answer);
        }
        assert!(answers.len() >= 5, "{answers:?}");
        for (group, answers) in answers {
            assert!(answers.len() >= 2, "{problem}: {group}: {answers:?}");
        }
    }
}
