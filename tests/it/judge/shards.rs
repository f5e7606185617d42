//! Parts of a run, judged on their own and put together again.

use std::fs;
use std::thread;

use rustix::fs::{CWD, Mode};
use serde_json::Value;

use crate::project::{Project, has};

const RIGHT: &str = "\
class Solution:
    def catMouseGame(self, graph):
        return 0 if len(graph) == 6 else 1
";

const SHARDS: usize = 3;

/// The last line of a merge of [`class`], from which a file was refused.
const REFUSED: &str = "error: exit code 2, since files were refused and not judged: 1, the first of \
                       them class/empty.py: there is no code in it; correct it or leave it out\n";

/// Right and wrong ones, the same twice, one that crashes, and files that cannot be
/// judged.
fn class() -> Project {
    let project = Project::new("[suites]\n913 = [\"basic\"]\n");
    for number in 0..8 {
        project.write(
            &format!("class/right{number}.py"),
            format!("# {number}\n{RIGHT}"),
        );
    }
    project.write("class/same.py", format!("# 3\n{RIGHT}"));
    let wrong = RIGHT.replace("== 6", "== 7");
    project.write("class/wrong.py", wrong.as_str());
    project.write(
        "class/crash.py",
        RIGHT.replace("return", "raise ValueError #"),
    );
    project.write("class/empty.py", "");
    project.write("class/old.py~", "");
    project
}

fn judge(project: &Project, shard: &str, more: &[&str]) -> (i32, String, String) {
    let file = format!("{}.jsonl", shard.replace('/', "of"));
    let arguments = [
        "judge",
        "class",
        "--no-cache",
        "--shard",
        shard,
        "--output",
        &file,
    ];
    project.run(&[&arguments[..], more].concat())
}

fn judge_all(project: &Project, more: &[&str]) -> Vec<String> {
    let parts = (1..=SHARDS).map(|number| {
        let (code, _, said) = judge(project, &format!("{number}/{SHARDS}"), more);
        assert_eq!(code, 0, "{said}");
        format!("{number}of{SHARDS}.jsonl")
    });
    parts.collect()
}

fn merge(project: &Project, files: &[String], more: &[&str]) -> (i32, String, String) {
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    project.run(&[&["report", "merge"], &files[..], more].concat())
}

/// A report without what another run measures, or finds compiled.
fn timeless(text: &str) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|name, _| {
                    let is_measured = name.ends_with("_us") || name.ends_with("_bytes");
                    !is_measured && name != "jobs" && name != "compile"
                });
                fields.values_mut().for_each(strip);
            }
            Value::Array(values) => values.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut value = serde_json::from_str(text).unwrap();
    strip(&mut value);
    value
}

#[test]
fn parts_come_together_as_one_run_would_have_reported_them() {
    let project = class();
    let whole = [
        "judge",
        "class",
        "--no-cache",
        "--similar",
        "--format",
        "json",
    ];
    let (whole, _) = project.exits(2, &whole);

    let mut files = judge_all(&project, &["--similar"]);
    files.reverse();
    let files_of = ["--output", "all.html", "--output", "all.jsonl"];
    let more = ["--output", "all.json", "--feedback", "pages"];
    let more = [files_of, more].concat();
    let (code, _, said) = merge(&project, &files, &more);
    assert_eq!((code, &*said), (2, REFUSED));
    let merged = fs::read_to_string(project.path().join("all.json")).unwrap();
    assert_eq!(timeless(&merged), timeless(&whole));
    assert_eq!(timeless(&whole)["summary"]["same"], 1);
    let page = fs::read_to_string(project.path().join("all.html")).unwrap();
    assert!(page.contains("class/crash.py") && page.contains("ValueError"));
    assert_eq!(
        fs::read_dir(project.path().join("pages")).unwrap().count(),
        12
    );

    // A log beside a part, as `*.jsonl` names it, is not another part.
    let log = format!("{}.log.jsonl", files[0]);
    project.write(&log, "");
    let (code, _, said) = merge(&project, &[&[log], &files[..]].concat(), &[]);
    assert_eq!((code, &*said), (2, REFUSED));

    // In each part something is judged, and no submission in two of them.
    let mut judged = Vec::new();
    for file in &files {
        let text = fs::read_to_string(project.path().join(file)).unwrap();
        let head: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        let submissions = head["run"]["submissions"].as_array().unwrap().clone();
        assert!(!submissions.is_empty());
        judged.extend(submissions.into_iter().map(|one| one["path"].to_string()));
    }
    judged.sort();
    judged.dedup();
    assert_eq!(judged.len(), 11);

    let (code, printed, _) = merge(&project, &files, &["--redact"]);
    assert!(code == 2 && printed.contains("class/wrong.py"), "{printed}");
    assert!(!printed.contains("expected"), "{printed}");
}

#[test]
fn what_does_not_belong_together_is_refused_with_the_reason() {
    let project = class();
    let files = judge_all(&project, &[]);
    let [first, second, third] = [0, 1, 2].map(|index| files[index].clone());
    let write = |name: &str, text: String| {
        project.write(name, text);
        name.to_owned()
    };
    let read = |name: &str| fs::read_to_string(project.path().join(name)).unwrap();
    project.run("judge class -o whole.jsonl");
    let text = project.read(&second);
    let cut = text.lines().filter(|line| !line.starts_with("{\"ended\""));
    project.write(
        "cut.jsonl",
        cut.fold(String::new(), |all, line| all + line + "\n"),
    );
    // Torn in the line after the header.
    project.write("torn.jsonl", &text[..text.find('\n').unwrap() + 9]);
    project.write("source.jsonl", RIGHT);
    let (code, _, said) = judge(&project, "2/4", &[]);
    assert_eq!(code, 0, "{said}");
    project.run("judge class --shard 2/3 --all-cases -o all.jsonl");
    project.write("class/late.py", format!("# late\n{RIGHT}"));
    project.run("judge class --shard 2/3 -o more.jsonl");
    for (files, reason) in [
        ("1of3 3of3", "of 3 shards, these are missing: 2"),
        ("3of3", "missing: 1, 2"),
        ("1of3 2of3 2of3 3of3", "it is shard 2/3, as 2of3.jsonl is"),
        (
            "1of3 whole 3of3",
            "whole.jsonl: cannot be merged: it is the log of a complete run",
        ),
        (
            "1of3 cut 3of3",
            "cut.jsonl: cannot be merged: shard 2/3 was interrupted",
        ),
        (
            "1of3 torn 3of3",
            "torn.jsonl: cannot be merged: shard 2/3 was interrupted",
        ),
        (
            "1of3 source 3of3",
            "source.jsonl: cannot be merged: it is not a log",
        ),
        (
            "1of3 gone 3of3",
            "gone.jsonl: cannot be merged: it does not exist",
        ),
        (
            "1of3 2of4 3of3",
            "cannot be merged: it is shard 2/4, but 1of3.jsonl is",
        ),
        (
            "1of3 all 3of3",
            "all.jsonl: cannot be merged: not the same in 1of3.jsonl: --all-cases",
        ),
        (
            "1of3 more 3of3",
            "not the same in 1of3.jsonl: the files to judge",
        ),
    ] {
        let files: Vec<_> = files
            .split(' ')
            .map(|name| format!("{name}.jsonl"))
            .collect();
        let (code, printed, said) = merge(&project, &files, &["--output", "none.json"]);
        assert_eq!((code, &*printed), (2, ""), "{files:?}: {said}");
        assert!(said.contains(reason), "{files:?}: {said}");
        assert!(!project.path().join("none.json").exists());
    }
    for shard in ["0/3", "4/3", "3", "a/b"] {
        let (code, _, said) = judge(&project, shard, &[]);
        assert!(
            code == 2 && said.contains("as in 3/12, the third of twelve"),
            "{said}"
        );
    }
    // Edited, or damaged on the way.
    let edited = |name: &str, change: &dyn Fn(&str) -> Vec<String>| {
        let lines = text.lines().flat_map(change);
        write(
            name,
            lines.fold(String::new(), |all, line| all + &line + "\n"),
        )
    };
    let is_verdict = |line: &str| line.starts_with("{\"submission\"");
    let kept = |line: &str| vec![line.to_owned()];
    let number = |line: &str| line.split([':', ',']).nth(2).unwrap().to_owned();
    let first_line = text.lines().find(|line| is_verdict(line)).unwrap();
    let first_index = first_index(&text);
    for (name, reason, change) in [
        (
            "lost.jsonl",
            "shard 2/3 was interrupted",
            &(|line: &str| {
                if line == first_line {
                    vec![]
                } else {
                    kept(line)
                }
            }) as &dyn Fn(&str) -> Vec<String>,
        ),
        (
            "twice.jsonl",
            "it has a second outcome of submission",
            &|line| {
                if is_verdict(line) {
                    vec![line.to_owned(), line.to_owned()]
                } else {
                    kept(line)
                }
            },
        ),
        (
            "stray.jsonl",
            ": it has an outcome of submission 99, but line 1 has only",
            &|line| {
                let from = format!("\"index\":{}", number(line));
                if is_verdict(line) {
                    vec![line.replacen(&from, "\"index\":99", 1)]
                } else {
                    kept(line)
                }
            },
        ),
        ("after.jsonl", ": it follows the end of the run", &|line| {
            if line.starts_with("{\"ended\"") {
                vec![line.to_owned(), line.to_owned()]
            } else {
                kept(line)
            }
        }),
        (
            "circle.jsonl",
            "is a copy of one that differs or is not judged",
            &|line| {
                if line == first_line {
                    let number = number(line);
                    vec![format!(
                        "{{\"submission\":{{\"index\":{number},\"outcome\":{{\"same_as\":{number}}}}}}}"
                    )]
                } else {
                    kept(line)
                }
            },
        ),
        ("foreign.jsonl", "belongs to another shard", &|line| {
            vec![line.replace("\"digest\":\"", "\"digest\":\"0")]
        }),
        ("better.jsonl", "does not follow from", &|line| {
            let accepted = "\"judged\":{\"verdict\":\"AC\"";
            let wrong = accepted.replace("AC", "WA");
            vec![if line.contains(accepted) {
                line.replace(accepted, &wrong)
            } else {
                line.replace(&wrong, accepted)
            }]
        }),
        (
            "index.jsonl",
            "line 1: `shard` names other submissions",
            &|line| vec![line.replacen(&first_index, "\"indices\":[77", 1)],
        ),
        (
            "similar.jsonl",
            "line 1: `shard` names other submissions",
            &|line| {
                let forged = "\"similar\":[{\"similarity\":\"same\",\"submissions\":[0,99]}],";
                vec![line.replacen("\"indices\":", &format!("{forged}\"indices\":"), 1)]
            },
        ),
    ] {
        let files = [first.clone(), edited(name, change), third.clone()];
        let (code, printed, said) = merge(&project, &files, &[]);
        assert_eq!((code, &*printed), (2, ""), "{name}: {said}");
        assert!(
            said.contains(reason) && !said.contains("panicked"),
            "{name}: {said}"
        );
    }
    let (code, _, said) = merge(&project, &[".".to_owned()], &[]);
    assert_eq!(code, 2, "{said}");
    has(&said, "a directory; name the files");
    let before = read(&first);
    let all = [first.clone(), second.clone(), third.clone()];
    let (code, _, said) = merge(&project, &all, &["--output", &first]);
    assert!(
        code == 2 && said.contains("cannot replace a shard"),
        "{said}"
    );
    assert_eq!(read(&first), before);
    let part = "judge class --shard 1/3 --output part.json";
    project.fails(part, "add --output FILE.jsonl");
    // A log that goes into a pipe says how it was judged as well.
    let pipe = project.path().join("pipe.jsonl");
    rustix::fs::mkfifoat(CWD, &pipe, Mode::from_raw_mode(0o600)).unwrap();
    let reader = thread::spawn(move || fs::read_to_string(pipe).unwrap());
    let piped = [
        "judge",
        "class",
        "--shard",
        "2/3",
        "--all-cases",
        "-o",
        "pipe.jsonl",
    ];
    project.exits(0, &piped);
    let piped = write("piped.jsonl", reader.join().unwrap());
    let (code, _, said) = merge(&project, &[first, piped, third], &[]);
    assert!(
        code == 2 && said.contains("not the same in 1of3.jsonl: --all-cases"),
        "{said}"
    );
    let (code, _, said) = judge(&project, "1/3", &["--redact"]);
    assert!(code == 2 && said.contains("--redact"), "{said}");
}

#[test]
fn class_in_more_parts_than_submissions_merges_completely() {
    let project = class();
    // More parts than submissions.
    let mut files = Vec::new();
    for number in 1..=20 {
        let (code, _, said) = judge(&project, &format!("{number}/20"), &["--resume"]);
        assert_eq!(code, 0, "{said}");
        files.push(format!("{number}of20.jsonl"));
    }
    let (code, printed, said) = merge(&project, &files, &["--format", "csv"]);
    assert_eq!((code, &*said), (2, REFUSED));
    assert_eq!(printed.lines().count(), 1 + 12, "{printed}");
}

/// The start of the indices in the header of a log, up to the first index.
fn first_index(log: &str) -> String {
    let (_, rest) = log.split_once("\"indices\":[").unwrap();
    format!("\"indices\":[{}", rest.split([',', ']']).next().unwrap())
}
