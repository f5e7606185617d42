//! Shards of a run, judged separately and merged.

use std::fs;
use std::thread;

use rustix::fs::{CWD, Mode};
use serde_json::Value;

use crate::project::{Project, has};
use crate::runs::remove_fields;

const RIGHT: &str = "class Solution:\n    def catMouseGame(self, graph):\n        \
                     return 0 if len(graph) == 6 else 1\n";

/// The end of a merge of [`class`], from which a file was refused.
const REFUSED_FILE_MESSAGE: &str =
    "class/empty.py: the file contains no code; correct or remove it\n";

/// A class with right and wrong submissions, two identical ones, one that crashes, and files that
/// cannot be judged.
fn class() -> Project {
    let project = Project::new("[suites]\n913 = [\"basic\"]\n");
    let write = |name: &str, text: String| project.write(&format!("class/{name}"), text);
    for number in 0..8 {
        write(&format!("right{number}.py"), format!("# {number}\n{RIGHT}"));
    }
    write("same.py", format!("# 3\n{RIGHT}"));
    write("wrong.py", RIGHT.replace("== 6", "== 7"));
    write("crash.py", RIGHT.replace("return", "raise ValueError #"));
    write("empty.py", String::new());
    write("old.py~", String::new());
    project
}

/// Judges a shard into the log `KofN.jsonl`.
fn judge(project: &Project, shard: &str, options: &str) -> (i32, String, String) {
    let log = format!("{}.jsonl", shard.replace('/', "of"));
    let judge = "judge class --no-cache --shard";
    project.run(&format!("{judge} {shard} --output {log} {options}"))
}

/// Judges three shards.
fn judge_all(project: &Project, options: &str) {
    for shard in ["1/3", "2/3", "3/3"] {
        let (code, _, stderr) = judge(project, shard, options);
        assert_eq!(code, 0, "{stderr}");
    }
}

/// Returns a report without fields that differ between runs.
fn timeless(text: &str) -> Value {
    let mut report = serde_json::from_str(text).unwrap();
    remove_fields(&mut report, &["jobs", "compile"]);
    report
}

#[test]
fn merged_report_equals_that_of_one_run() {
    let project = class();
    let whole = "judge class --no-cache --similar --format json";
    let (whole, _) = project.exits(2, whole);

    judge_all(&project, "--similar");
    // The log of an interrupted run next to a shard is not another shard.
    project.write("3of3.jsonl.log.jsonl", "");
    let merge = "report merge 3of3.jsonl 3of3.jsonl.log.jsonl 2of3.jsonl 1of3.jsonl";
    let outputs = "-o all.html -o all.jsonl -o all.json --feedback pages";
    let (_, stderr) = project.exits(2, &format!("{merge} {outputs}"));
    assert!(stderr.ends_with(REFUSED_FILE_MESSAGE), "{stderr}");
    let merged = project.read("all.json");
    assert_eq!(timeless(&merged), timeless(&whole));
    assert_eq!(timeless(&whole)["summary"]["same"], 1);
    let page = project.read("all.html");
    assert!(page.contains("class/crash.py") && page.contains("ValueError"));
    let pages = fs::read_dir(project.path().join("pages")).unwrap();
    assert_eq!(pages.count(), 12);

    // Each shard has a submission, and no submission is in two shards.
    let mut judged = Vec::new();
    for number in 1..=3 {
        let text = project.read(&format!("{number}of3.jsonl"));
        let header: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        let submissions = header["run"]["submissions"].as_array().unwrap().clone();
        assert!(!submissions.is_empty());
        judged.extend(submissions.into_iter().map(|one| one["path"].to_string()));
    }
    judged.sort();
    judged.dedup();
    assert_eq!(judged.len(), 11);

    let (redacted, _) = project.exits(2, &format!("{merge} --redact"));
    has(&redacted, "class/wrong.py");
    assert!(!redacted.contains("expected"), "{redacted}");
}

/// Merges logs, without their extension, which must be refused for this reason.
#[track_caller]
fn check_refused(project: &Project, logs: &str, reason: &str) {
    let logs = logs.split(' ').map(|log| format!(" {log}.jsonl"));
    let merge = format!("report merge{} -o none.json", logs.collect::<String>());
    let (stdout, stderr) = project.exits(2, &merge);
    assert_eq!(stdout, "", "{reason}");
    has(&stderr, reason);
    assert!(!stderr.contains("panicked"), "{stderr}");
    assert!(!project.path().join("none.json").exists());
}

#[test]
fn logs_that_are_not_all_shards_of_one_run_are_refused() {
    let project = class();
    judge_all(&project, "");
    project.run("judge class -o whole.jsonl");
    let text = project.read("2of3.jsonl");
    let (cut, _) = text.split_once("{\"ended\"").unwrap();
    project.write("cut.jsonl", cut);
    // Torn in the line after the header.
    project.write("torn.jsonl", &text[..text.find('\n').unwrap() + 9]);
    project.write("source.jsonl", RIGHT);
    project.run("judge class --shard 2/3 --all-cases -o all.jsonl");
    // A log that goes into a pipe has its conditions, too.
    let pipe = project.path().join("pipe.jsonl");
    rustix::fs::mkfifoat(CWD, &pipe, Mode::from_raw_mode(0o600)).unwrap();
    let reader = thread::spawn(move || fs::read_to_string(pipe).unwrap());
    project.exits(0, "judge class --shard 2/3 --all-cases -o pipe.jsonl");
    project.write("piped.jsonl", reader.join().unwrap());
    project.write("class/late.py", format!("# late\n{RIGHT}"));
    project.run("judge class --shard 2/3 -o more.jsonl");
    for (logs, reason) in [
        ("1of3 3of3", "missing shards: 2 (of 3)"),
        ("3of3", "missing shards: 1, 2"),
        ("1of3 2of3 2of3 3of3", "this is shard 2/3, as is 2of3.jsonl"),
        ("1of3 whole 3of3", "whole.jsonl: cannot be merged: this is"),
        ("1of3 cut 3of3", "cut.jsonl: cannot be merged: shard 2/3"),
        ("1of3 torn 3of3", "torn.jsonl: cannot be merged: shard 2/3"),
        ("1of3 source 3of3", "cannot be merged: this is not a log"),
        ("1of3 gone 3of3", "cannot be merged: it does not exist"),
        ("1of3 all 3of3", "differs from 1of3.jsonl in: --all-cases"),
        ("1of3 piped 3of3", "differs from 1of3.jsonl in: --all-cases"),
        ("1of3 more 3of3", "1of3.jsonl in: the files to judge"),
    ] {
        check_refused(&project, logs, reason);
    }
    project.fails("report merge .", "is a directory; specify the shard logs");
    let before = project.read("1of3.jsonl");
    let merge = "report merge 1of3.jsonl 2of3.jsonl 3of3.jsonl";
    let replacing = format!("{merge} -o 1of3.jsonl");
    project.fails(&replacing, "would replace a shard log");
    assert_eq!(project.read("1of3.jsonl"), before);
}

#[test]
fn damaged_or_edited_log_is_refused() {
    let project = class();
    judge_all(&project, "");
    let text = project.read("2of3.jsonl");
    let mut lines = text.lines();
    let outcome = lines.find(|line| line.starts_with("{\"submission\""));
    let outcome = format!("{}\n", outcome.unwrap());
    let ended = text.lines().last().unwrap();
    let index = outcome.split([':', ',']).nth(2).unwrap();
    let replaced = |by: &str| text.replacen(&outcome, by, 1);
    let stray = outcome.replacen(&format!("\"index\":{index}"), "\"index\":99", 1);
    let circle =
        format!("{{\"submission\":{{\"index\":{index},\"outcome\":{{\"same_as\":{index}}}}}}}\n");
    let (before, after) = text.split_once("\"indices\":[").unwrap();
    let (_, indices) = after.split_once([',', ']']).unwrap();
    let forged = "\"similar\":[{\"similarity\":\"same\",\"submissions\":[0,99]}],";
    let twice = replaced(&format!("{outcome}{outcome}"));
    let digest = text.replace("\"digest\":\"", "\"digest\":\"0");
    let renumbered = format!("{before}\"indices\":[77,{indices}");
    let forged = format!("{before}{forged}\"indices\":[{after}");
    let shard = "line 1: `shard` lists submissions";
    for (edited, reason) in [
        (replaced(""), "shard 2/3 was interrupted"),
        (twice, "a second outcome for submission"),
        (replaced(&stray), "an outcome for submission number 99"),
        (format!("{text}{ended}\n"), "follows the end of the run"),
        (replaced(&circle), "identical to one that differs"),
        (digest, "belongs to another shard"),
        (renumbered, shard),
        (forged, shard),
    ] {
        project.write("edited.jsonl", edited);
        check_refused(&project, "1of3 edited 3of3", reason);
    }
}

#[test]
fn shard_without_a_log_or_out_of_range_is_refused() {
    class().replay(
        "2 judge class --shard 4/3 --output part.jsonl => 3/12 is the third of twelve shards
        2 judge class --shard 1/3 --output part.json => add --output FILE.jsonl
        2 judge class --shard 1/3 --output part.jsonl --redact => --redact",
    );
}

#[test]
fn more_shards_than_submissions_merge_completely() {
    let project = class();
    let logs = (1..=20).map(|number| {
        let (code, _, stderr) = judge(&project, &format!("{number}/20"), "--resume");
        assert_eq!(code, 0, "{stderr}");
        format!("{number}of20.jsonl")
    });
    let logs = logs.collect::<Vec<_>>().join(" ");
    let (stdout, stderr) = project.exits(2, &format!("report merge --format csv {logs}"));
    assert!(stderr.ends_with(REFUSED_FILE_MESSAGE), "{stderr}");
    assert_eq!(stdout.lines().count(), 1 + 12, "{stdout}");
}
