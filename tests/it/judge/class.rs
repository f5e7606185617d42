//! A class of students: archives, encodings, scores, a report for each of them,
//! and who handed in the same.

use std::fs;

use crate::project::{Project, has};

const RIGHT: &str = include_str!("../../../solutions/913/accepted/topological_sort.py");
const WRONG: &str = "class Solution:\n    def catMouseGame(self, graph):\n        return 1\n";

#[test]
fn an_archive_is_a_directory_of_submissions_and_nothing_is_unpacked() {
    let project = Project::basic();
    let files = [
        ("anna/ans.py", RIGHT),
        ("ben/ans.py", WRONG),
        ("../../evil.py", RIGHT),
        ("notes.txt", "late"),
    ];
    project.zip("in/class.zip", &files);
    project.zip("in/more/late.zip", &[("zoe.py", RIGHT)]);
    let before = fs::read_dir(project.path()).unwrap().count();
    let (printed, _) = project.exits(2, "judge in -o run.json");
    let report = project.json("run.json");
    let judged = report["submissions"].as_array().unwrap().iter();
    let judged: Vec<_> = judged
        .map(|one| {
            (
                one["path"].as_str().unwrap(),
                &one["outcome"]["judged"]["verdict"],
            )
        })
        .collect();
    assert_eq!(
        judged,
        [
            ("in/class.zip/anna/ans.py", &"AC".into()),
            ("in/class.zip/ben/ans.py", &"WA".into()),
            ("in/more/late.zip/zoe.py", &serde_json::Value::Null),
        ]
    );
    assert_eq!(report["submissions"][2]["outcome"]["same_as"], 0);
    let reasons = report["refused"].to_string();
    has(&reasons, "leads out of the archive");
    has(&reasons, "in/class.zip/notes.txt");
    let after = fs::read_dir(project.path()).unwrap().count();
    assert_eq!(after, before + 1, "the report, and nothing unpacked");

    // The command that the table names works.
    let command = "mousetrap judge --show-failing in/class.zip/ben/ans.py";
    has(&printed, command);
    let (printed, _) = project.exits(1, "judge --show-failing in/class.zip/ben/ans.py");
    has(&printed, "1 submission: 0 accepted");
}

#[test]
fn sources_in_other_encodings_are_judged_and_said_to_be_converted() {
    let project = Project::basic();
    let cpp = include_str!("../../../solutions/913/accepted/topological_sort.py");
    let wide: Vec<u8> = format!("\u{feff}{cpp}")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    project.write("class/wide.py", wide);
    let declared = [&b"# coding: latin-1\n# Zo\xeb\n"[..], RIGHT.as_bytes()].concat();
    project.write("class/old.py", declared);
    project.write("class/plain.py", RIGHT);
    let (printed, _) = project.exits(0, "judge class -o run.json");
    assert!(
        printed
            .contains("converted to UTF-8: class/old.py (windows-1252), class/wide.py (UTF-16LE)"),
        "{printed}"
    );
    let report = project.json("run.json");
    assert_eq!(report["submissions"][0]["encoding"], "windows-1252");
    assert!(report["submissions"][1].get("encoding").is_none());
}

#[test]
fn scores_are_out_of_all_cases() {
    let project = Project::basic();
    project.write("class/right.py", RIGHT);
    project.write("class/wrong.py", WRONG);
    project.write(
        "class/broken.py",
        "class Solution:\n    def catMouseGame(self, g)\n",
    );
    let read = |arguments: &[&str]| {
        let arguments = [&["judge", "class", "-o", "run.csv"], arguments].concat();
        let (_, printed, _) = project.run(&arguments);
        let text = fs::read(project.path().join("run.csv")).unwrap();
        let mut csv = csv::Reader::from_reader(&*text);
        let header = csv.headers().unwrap().clone();
        let score = header.iter().position(|name| name == "score").unwrap();
        let scores: Vec<String> = csv
            .records()
            .map(|row| row.unwrap()[score].to_owned())
            .collect();
        (scores, printed)
    };
    let advice = "1 submission was not run on all cases, because judging stops at the first \
                  failing case; for scores out of all cases, add --all-cases\n";
    // The answers of the suite are 0 and 1 in this order.
    let (scores, printed) = read(&[]);
    assert_eq!(scores, ["not run", "2 of 2", "stopped at 1 of 2"]);
    has(&printed, advice);
    let (scores, printed) = read(&["--all-cases"]);
    assert_eq!(scores, ["not run", "2 of 2", "1 of 2"]);
    assert!(!printed.contains(advice), "{printed}");
}

#[test]
fn everybody_gets_feedback_that_replaces_nothing_else() {
    let project = Project::basic();
    project.zip(
        "class.zip",
        &[("Anna M/ans.py", RIGHT), ("ben/ans.py", WRONG)],
    );
    let judge = ["judge", "class.zip", "--feedback", "out", "--redact"];
    for _ in 1..=2 {
        project.exits(1, &judge);
    }
    let read = |name: &str| fs::read_to_string(project.path().join("out").join(name)).unwrap();
    assert_eq!(fs::read_dir(project.path().join("out")).unwrap().count(), 2);
    let names = fs::read_dir(project.path().join("out")).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let of_anna = names
        .into_iter()
        .find(|name| name.starts_with("class.zip-Anna_M-ans.py--"));
    let (anna, ben) = (read(&of_anna.unwrap()), read("class.zip-ben-ans.py.html"));
    assert!(!anna.contains("ben") && !ben.contains("Anna"));
    // An archive says nothing of what is expected, so the verdict stands alone.
    has(&ben, "WA ✗</span></p>");
    assert!(!ben.contains("basic/"), "{ben}");

    // However a submission is named, its page is the same.
    project.exits(1, "judge class.zip/ben --feedback out");
    assert_eq!(fs::read_dir(project.path().join("out")).unwrap().count(), 2);
    assert!(read("class.zip-ben-ans.py.html").contains("basic/a"));

    project.write("out/class.zip-ben-ans.py.html", "my notes");
    let (_, said) = project.exits(2, &judge);
    has(
        &said,
        "out/class.zip-ben-ans.py.html: cannot write the report",
    );
    assert_eq!(read("class.zip-ben-ans.py.html"), "my notes");
}

#[test]
fn who_handed_in_the_same_is_named_where_that_is_asked() {
    let project = Project::basic();
    let commented = format!("# mine\n{}", RIGHT.replace("    ", "\t"));
    let renamed = RIGHT.replace("graph", "netz");
    let extended = format!("{RIGHT}\n\ndef extra(x):\n    return x\n");
    let other = include_str!("../../../solutions/913/wrong_answer/memo_on_path.py");
    for (name, text) in [
        ("anna.py", RIGHT),
        ("ben.py", &commented),
        ("cleo.py", &extended),
        ("dan.py", other),
        ("eve.py", WRONG),
    ] {
        project.write(&format!("class/{name}"), text);
    }
    let judge = "judge class --similar -o run.json";
    let (_, printed, said) = project.run(judge);
    let similar = &project.json("run.json")["similar"];
    assert_eq!(similar[0]["similarity"], "same", "{said}");
    assert_eq!(similar[0]["submissions"], serde_json::json!([0, 1]));
    assert!(similar[1]["similarity"]["percent"].is_u64(), "{similar}");
    assert_eq!(similar[1]["submissions"], serde_json::json!([0, 2]));
    assert_eq!(similar.as_array().unwrap().len(), 2, "{similar}");
    has(
        &printed,
        "similar: class/anna.py, class/ben.py: the same code\n",
    );
    project.write("class/finn.py", renamed);
    let (_, printed, _) = project.run(judge);
    has(
        &printed,
        "similar: class/anna.py, class/ben.py, class/finn.py: the same code with other names\n",
    );
    let (_, printed, _) = project.run("judge class");
    assert!(!printed.contains("similar"), "{printed}");
}
