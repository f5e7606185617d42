//! A directory of untrusted files, in which no file prevents the judging of the others.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::net::UnixListener;

use super::named_pipe;
use crate::project::{Project, has};

const RIGHT: &str = include_str!("../../../solutions/913/accepted/topological_sort.py");
const BOTH: &str = "\
class Solution:
    def catMouseGame(self, graph):
        return 0
    def canMouseWin(self, grid, catJump, mouseJump):
        return True
";

/// One of each kind of file that cannot be judged, and words of its reason.
fn bad_files(project: &Project) -> Vec<(&'static str, &'static str)> {
    let class = project.path().join("class");
    let secret = project.write("secret.py", RIGHT);
    symlink(&secret, class.join("link.py")).unwrap();
    symlink("nowhere.py", class.join("dangling.py")).unwrap();
    symlink(&class, class.join("loop")).unwrap();
    named_pipe(&class.join("pipe.py"));
    drop(UnixListener::bind(class.join("socket.py")).unwrap());
    let mut files = vec![
        ("link.py", "not followed"),
        ("dangling.py", "not followed"),
        ("loop", "not followed"),
        ("pipe.py", "a named pipe"),
        ("socket.py", "a socket"),
    ];
    let long = vec![b'#'; (1 << 20) + 1];
    for (name, text, words) in [
        ("empty.py", &b""[..], "no code"),
        ("comment.py", b"# to do\n", "no code"),
        ("binary.c", b"\x7fELF\x02\x01\x01\x00", "that is not text"),
        ("latin.py", b"# caf\xe9\x81\n", "UTF-8"),
        ("long.py", &long, "larger than 1 MiB"),
        ("notes.txt", b"hand in\n", "no language has the extension"),
        ("Makefile", b"all:\n", "extension"),
        ("both.py", BOTH.as_bytes(), "--problem"),
        ("neither.py", b"x = 1\n", "no entry point"),
        (
            "program.py",
            b"import sys\nprint(sys.stdin.read())\n",
            "--problem",
        ),
    ] {
        project.write(&format!("class/{name}"), text);
        files.push((name, words));
    }
    for locked in ["locked.py", "locked"] {
        let path = class.join(locked);
        if locked == "locked" {
            fs::create_dir(&path).unwrap();
        } else {
            fs::write(&path, RIGHT).unwrap();
        }
        fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
        // Nothing is closed to the superuser.
        if fs::File::open(&path).is_err() {
            files.push((locked, "permissions"));
        } else {
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
            let _ = fs::remove_file(&path);
        }
    }
    files
}

#[test]
fn bad_file_of_a_class_is_reported_and_the_others_are_judged() {
    let project = Project::basic();
    for good in ["anna.py", "ben/answer.py", "zoe.py"] {
        project.write(&format!("class/{good}"), RIGHT);
    }
    let bad = bad_files(&project);
    for left_out in [".DS_Store", ".git/config", "anna.py~", "__pycache__/a.pyc"] {
        project.write(&format!("class/{left_out}"), "x");
    }
    project.write("class/README.md", "# Class\n");
    let outputs = ["json", "csv", "xml", "html", "md", "txt"].map(|end| format!("class/run.{end}"));
    let mut arguments = vec!["judge", "--no-cache", "class"];
    for output in &outputs {
        arguments.extend(["--output", output]);
    }
    // The second time the directory holds the reports of the first.
    for round in 1..=2 {
        let (printed, _) = project.exits(2, &arguments);
        let json = project.json(&outputs[0]);
        let submissions = json["submissions"].as_array().unwrap();
        assert_eq!(submissions.len(), 3, "{submissions:?}");
        assert_eq!(json["summary"]["as_expected"], 3, "{submissions:?}");
        let rows = json["refused"].as_array().unwrap().iter();
        let rows =
            rows.map(|row| [&row["path"], &row["reason"]["text"]].map(serde_json::Value::as_str));
        let reasons: BTreeMap<&str, &str> = rows
            .map(|[path, reason]| (path.unwrap(), reason.unwrap()))
            .collect();
        assert_eq!(reasons.len(), bad.len(), "{reasons:?}");
        let left_out = json["left_out"].as_array().unwrap();
        let expected = if round == 1 { 4 } else { 9 };
        assert_eq!(left_out.len(), expected, "{left_out:?}");
        let others: Vec<String> = outputs[1..]
            .iter()
            .map(|output| project.read(output))
            .collect();
        for (name, words) in &bad {
            let path = format!("class/{name}");
            has(reasons[path.as_str()], words);
            for text in others.iter().chain([&printed]) {
                has(text, &path);
            }
            has(&others[0], format!("{path},,,,refused,"));
            has(&printed, format!("{path}: not judged: "));
        }
        let rows = csv::Reader::from_reader(others[0].as_bytes()).into_records();
        assert_eq!(rows.count(), bad.len() + 3);
    }
}

#[test]
fn named_file_is_refused_whatever_its_name() {
    let project = Project::basic();
    project.write("good.py", RIGHT);
    project.write(".hidden.py", "");
    project.write("run.json", "{}");
    named_pipe(&project.path().join("pipe.py"));
    symlink("good.py", project.path().join("link.py")).unwrap();
    symlink("nowhere.py", project.path().join("dangling.py")).unwrap();
    let refused = ".hidden.py run.json pipe.py dangling.py /dev/zero missing.py";
    let report = project.judge(&format!("good.py link.py {refused}"));
    assert_eq!(report["summary"]["as_expected"], 2, "{report}");
    let rows = report["refused"].as_array().unwrap().iter();
    let paths = rows.map(|row| row["path"].as_str().unwrap());
    assert!(paths.eq(refused.split(' ')), "{report}");
}

#[test]
fn report_is_written_if_nothing_can_be_judged() {
    let project = Project::basic();
    project.write("a.py", "");
    project.write("b.txt", "");
    let (code, printed, errors) = project.run("judge a.py b.txt -o run.csv");
    assert_eq!((code, printed.as_str()), (2, ""), "{errors}");
    let is_error = |line: &str| line.starts_with("error: ");
    assert!(errors.lines().all(is_error), "{errors}");
    let rows = project.read("run.csv");
    assert_eq!(rows.lines().count(), 3, "{rows}");
}

#[test]
fn named_file_in_unusable_language_is_a_usage_error() {
    let probe = "[languages.c.probe]\ncommand = [\"no-such-compiler\"]\npattern = \"x\"\n";
    let project = Project::new(&format!("[suites]\n913 = [\"basic\"]\n{probe}"));
    let source = "int catMouseGame(int** graph, int graphSize, int* graphColSize) { return 0; }\n";
    project.write("class/a.c", source);
    project.write("solutions/913/accepted/a.c", source);
    for (arguments, expected) in [
        ("judge class/a.c", 2),
        ("judge ./class/a.c class", 2),
        ("judge class", 0),
        ("judge", 0),
        ("judge --strict", 1),
    ] {
        let (code, printed, errors) = project.run(arguments);
        assert_eq!(code, expected, "{arguments:?}: {printed}{errors}");
        has(&printed, "no-such-compiler is not installed");
    }
}
