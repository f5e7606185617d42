//! A class of students: archives, encodings, scores, feedback and similar submissions.

use std::fs;

use serde_json::{Value, json};

use crate::project::{BROKEN, Project, RIGHT, constant, has};

#[test]
fn archive_is_judged_like_a_directory_and_never_unpacked() {
    let project = Project::basic();
    let wrong = constant(1);
    let files = [
        ("anna/ans.py", RIGHT),
        ("ben/ans.py", &wrong),
        ("../../evil.py", RIGHT),
        ("notes.txt", "late"),
    ];
    project.zip("in/class.zip", &files);
    project.zip("in/more/late.zip", &[("zoe.py", RIGHT)]);
    let before = fs::read_dir(project.path()).unwrap().count();
    let (printed, _) = project.exits(2, "judge in -o run.json");
    let report = project.json("run.json");
    for (index, path, verdict) in [
        (0, "in/class.zip/anna/ans.py", json!("AC")),
        (1, "in/class.zip/ben/ans.py", json!("WA")),
        (2, "in/more/late.zip/zoe.py", Value::Null),
    ] {
        let one = &report["submissions"][index];
        assert_eq!(one["path"], path);
        assert_eq!(one["outcome"]["judged"]["verdict"], verdict);
    }
    assert_eq!(report["submissions"][2]["outcome"]["same_as"], 0);
    let reasons = report["refused"].to_string();
    has(&reasons, "the path leads outside the archive");
    has(&reasons, "in/class.zip/notes.txt");
    let after = fs::read_dir(project.path()).unwrap().count();
    assert_eq!(after, before + 1, "only the report is written");

    // The command that the table names works.
    let command = "judge --show-failing in/class.zip/ben/ans.py";
    has(&printed, format!("mousetrap {command}"));
    has(&project.prints(1, command), "1 submission: 0 accepted");
}

#[test]
fn source_in_another_encoding_is_converted_with_a_note() {
    let project = Project::basic();
    let wide = format!("\u{feff}{RIGHT}");
    let wide: Vec<u8> = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
    project.write("class/wide.py", wide);
    let declared = [&b"# coding: latin-1\n# Zo\xeb\n"[..], RIGHT.as_bytes()].concat();
    project.write("class/old.py", declared);
    project.write("class/plain.py", RIGHT);
    let printed = project.prints(0, "judge class -o run.json");
    let note = "converted to UTF-8: class/old.py (windows-1252), class/wide.py (UTF-16LE)";
    has(&printed, note);
    let report = project.json("run.json");
    assert_eq!(report["submissions"][0]["encoding"], "windows-1252");
}

#[test]
fn scores_are_out_of_all_cases() {
    let project = Project::basic();
    project.write("class/right.py", RIGHT);
    project.write("class/wrong.py", constant(1));
    project.write("class/broken.py", BROKEN);
    // The answers of the suite are 0 and 1 in this order.
    for (option, last, has_advice) in [
        ("", "stopped at 1 of 2", true),
        ("--all-cases", "1 of 2", false),
    ] {
        let (_, printed, _) = project.run(&format!("judge class -o run.csv {option}"));
        let text = project.read("run.csv");
        let mut csv = csv::Reader::from_reader(text.as_bytes());
        let header = csv.headers().unwrap().clone();
        let score = header.iter().position(|name| name == "score").unwrap();
        let rows = csv.records().map(|row| row.unwrap()[score].to_owned());
        let scores: Vec<String> = rows.collect();
        assert_eq!(scores, ["not run", "2 of 2", last]);
        let is_advised = printed.contains("add --all-cases\n");
        assert_eq!(is_advised, has_advice, "{printed}");
    }
}

#[test]
fn feedback_page_is_about_one_author_and_replaces_no_other_file() {
    let project = Project::basic();
    let wrong = constant(1);
    let class = [("Anna M/ans.py", RIGHT), ("ben/ans.py", &wrong)];
    project.zip("class.zip", &class);
    let judge = "judge class.zip --feedback out --redact";
    for _ in 1..=2 {
        project.exits(1, judge);
    }
    let count = || fs::read_dir(project.path().join("out")).unwrap().count();
    assert_eq!(count(), 2);
    let ben = project.read("out/class.zip-ben-ans.py.html");
    // An archive names no expected verdict, so the page does not either.
    has(&ben, "<strong>Wrong answer</strong></div>");
    assert!(!ben.contains("basic/") && !ben.contains("Anna"), "{ben}");
    assert!(!ben.contains("on this input"), "{ben}");

    // The page has the same name if its submission is named alone.
    project.exits(1, "judge class.zip/ben --feedback out");
    assert_eq!(count(), 2);
    let shown = project.read("out/class.zip-ben-ans.py.html");
    has(&shown, "basic/a");
    has(&shown, "on this input");

    project.write("out/class.zip-ben-ans.py.html", "my notes");
    let refused = "out/class.zip-ben-ans.py.html: cannot write the report";
    project.fails(judge, refused);
    assert_eq!(project.read("out/class.zip-ben-ans.py.html"), "my notes");
}

#[test]
fn similar_submissions_are_reported_on_request() {
    let project = Project::basic();
    let commented = format!("# mine\n{}", RIGHT.replace("    ", "\t"));
    let extended = format!("{RIGHT}\n\ndef extra(x):\n    return x\n");
    let other = include_str!("../../../solutions/913/wrong_answer/memo_on_path.py");
    for (name, text) in [
        ("anna.py", RIGHT),
        ("ben.py", &commented),
        ("cleo.py", &extended),
        ("dan.py", other),
        ("eve.py", &constant(1)),
    ] {
        project.write(&format!("class/{name}"), text);
    }
    let judge = "judge class --similar -o run.json";
    let (_, printed, _) = project.run(judge);
    let similar = &project.json("run.json")["similar"];
    assert_eq!(similar[0]["similarity"], "same");
    assert_eq!(similar[0]["submissions"], json!([0, 1]));
    assert!(similar[1]["similarity"]["percent"].is_u64(), "{similar}");
    assert_eq!(similar[1]["submissions"], json!([0, 2]));
    assert_eq!(similar.as_array().unwrap().len(), 2, "{similar}");
    let group = "similar: class/anna.py, class/ben.py";
    has(&printed, format!("{group}: identical\n"));
    project.write("class/finn.py", RIGHT.replace("graph", "netz"));
    let (_, printed, _) = project.run(judge);
    let renamed = "class/finn.py: identical except for names";
    has(&printed, format!("{group}, {renamed}\n"));
    let (_, printed, _) = project.run("judge class");
    assert!(!printed.contains("similar"), "{printed}");
}
