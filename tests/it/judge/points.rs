//! Points for groups of cases, and the mark sheet of a class.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::project::{BROKEN, Project, RIGHT, constant, has};

/// Right on the suite `basic`, and endless on every case of `long`.
const ENDLESS_LOOP: &str = "int catMouseGame(int** graph, int graphSize, int* graphColSize) {\n\
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

/// A project with two groups of cases for problem 913, and a class. The answer 1 is right on one
/// of two cases of the suite `basic` and on two of three cases of the family `walls`.
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
    let always_1 = constant(1);
    let files = [
        ("anna/first.py", &*always_1),
        ("anna/second.py", RIGHT),
        ("ben/answer.py", &always_1),
        ("cleo/notes.txt", "I was ill."),
        ("dan/broken.py", BROKEN),
        ("=eve/answer.c", ENDLESS_LOOP),
    ];
    project.zip("class.zip", &files);
    project
}

/// Returns the points of each submission in a JSON report, by path.
fn awards(project: &Project, name: &str) -> BTreeMap<String, Value> {
    let report = project.json(name);
    let submissions = report["submissions"].as_array().unwrap().iter();
    let awards = submissions.map(|one| (one["path"].to_string(), one["award"]["points"].clone()));
    awards.collect()
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
    let judge = "judge class.zip --no-cache";
    let marks = format!("{judge} --marks marks.csv --output all.json");
    let (printed, errors) = project.exits(2, &marks);
    has(&printed, "6.66/40");
    let note = "problem 913: 1 case in no point group earns no points: long/in-no-group; ";
    has(&errors, note);
    let sheet = project.read("marks.csv");
    assert!(sheet.starts_with(SHEET), "{sheet}");
    let last = "\ndan,class.zip/dan/broken.py,0,,,0,40,\n";
    assert!(sheet.ends_with(last), "{sheet}");
    let all = awards(&project, "all.json");
    assert_eq!(all["\"class.zip/ben/answer.py\""], 6.66);

    // Two merged shards give the same sheet.
    for shard in ["1", "2"] {
        let options = format!("--all-cases --shard {shard}/2 --output {shard}.jsonl");
        let (code, stdout, stderr) = project.run(&format!("{judge} {options}"));
        assert!(code < 3, "{stdout}{stderr}");
    }
    let merge = "report merge 1.jsonl 2.jsonl --marks merged.csv --output merged.json";
    project.exits(2, merge);
    assert_eq!(project.read("merged.csv"), sheet);
    assert_eq!(awards(&project, "merged.json"), all);
    let (_, compared, _) = project.run("report compare all.json merged.json");
    assert!(!compared.contains("points"), "{compared}");

    // So does a run that was interrupted after one submission and resumed.
    project.run(&format!("{judge} --all-cases --output whole.jsonl"));
    let log = project.read("whole.jsonl");
    let (before, after) = log.split_once("\n{\"submission\"").unwrap();
    let (first, _) = after.split_once('\n').unwrap();
    let interrupted = format!("{before}\n{{\"submission\"{first}\n");
    project.write("resumed.json.log.jsonl", interrupted);
    let resume = "--resume --output resumed.json --marks resumed.csv";
    project.exits(2, &format!("{judge} {resume}"));
    assert_eq!(project.read("resumed.csv"), sheet);
}

#[test]
fn shards_with_other_points_or_without_all_cases_give_no_mark_sheet() {
    let project = class();
    let merge = "report merge 1.jsonl 2.jsonl --marks marks.csv";
    project.run("judge class.zip --all-cases --shard 1/2 --output 1.jsonl");
    let points = POINTS.replace("30", "25").replace("10", "15");
    let config = project.read("judge.toml").replace(POINTS, &points);
    project.write("judge.toml", config);
    project.run("judge class.zip --all-cases --shard 2/2 --output 2.jsonl");
    project.fails(merge, "points");
    for shard in ["1", "2"] {
        project.run(&format!(
            "judge class.zip --shard {shard}/2 --output {shard}.jsonl"
        ));
    }
    project.fails(merge, "with --all-cases");
}

#[test]
fn points_are_out_of_the_groups_that_are_run() {
    let project = class();
    let (_, printed, _) = project.run("judge class.zip/anna --suite basic --all-cases");
    has(&printed, "30/30");
    has(&printed, "0/30");
    let note = "problem 913: this run awards at most 30 of 40 points, because it does not run every \
                suite of these groups: long\n";
    has(&printed, note);
    let (_, printed, _) = project.run("judge class.zip/anna");
    assert!(!printed.contains("points"), "{printed}");
}

#[test]
fn mark_sheet_is_refused_without_points_or_over_another_file() {
    let project = class();
    project.write("notes.csv", "my notes\n");
    project.replay(
        "2 judge class.zip --marks notes.csv => notes.csv
        2 judge class.zip --marks marks.html => marks.html: | must end in .csv",
    );
    assert_eq!(project.read("notes.csv"), "my notes\n");
    assert!(!project.path().join("marks.html").exists());

    let config = project.read("judge.toml");
    let judge = "judge class.zip --marks marks.csv";
    project.write("judge.toml", config.replace(POINTS, ""));
    project.fails(judge, "add [points.913] to judge.toml");
    project.write("judge.toml", config.replace("long/walls", "long/wall"));
    project.fails(judge, "judge.toml:9: there is no case \"long/wall\"");
    project.fails(judge, "; the suite has long/in-no-group, long/walls");
}

/// With all-or-nothing scoring, a constant answer must get no points.
#[test]
fn default_groups_have_cases_with_different_answers() {
    let project = Project::empty();
    for problem in ["913", "1728"] {
        let export = format!("export jsonl --problem {problem} {problem}");
        project.exits(0, &export);
        let mut answers: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for line in project.read(&format!("{problem}/cases.jsonl")).lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            let group = case["group"].as_str().expect(line).to_owned();
            answers
                .entry(group)
                .or_default()
                .insert(case["answer"].to_string());
        }
        assert!(answers.len() >= 5, "{answers:?}");
        for (group, answers) in answers {
            assert!(answers.len() >= 2, "{problem}: {group}: {answers:?}");
        }
    }
}
