//! A directory of untrusted files, in which no file prevents the judging of the others.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};

use super::named_pipe;
use crate::project::{Project, RIGHT, has};

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
    let mut files = vec![
        ("link.py", "not followed"),
        ("dangling.py", "not followed"),
        ("loop", "not followed"),
        ("pipe.py", "a named pipe"),
    ];
    let long = vec![b'#'; (1 << 20) + 1];
    for (name, text, words) in [
        ("empty.py", &b""[..], "no code"),
        ("binary.c", b"\x7fELF\x02\x01\x01\x00", "that is not text"),
        ("latin.py", b"# caf\xe9\x81\n", "UTF-8"),
        ("long.py", &long, "larger than 1 MiB"),
        ("notes.txt", b"hand in\n", "no language has the extension"),
        ("Makefile", b"all:\n", "extension"),
        ("both.py", BOTH.as_bytes(), "--problem"),
        ("neither.py", b"x = 1\n", "no entry point"),
        ("program.py", b"print(input())\n", "--problem"),
    ] {
        project.write(&format!("class/{name}"), text);
        files.push((name, words));
    }
    // Nothing is closed to the superuser.
    if !rustix::process::geteuid().is_root() {
        fs::write(class.join("locked.py"), RIGHT).unwrap();
        fs::create_dir(class.join("locked")).unwrap();
        for locked in ["locked.py", "locked"] {
            fs::set_permissions(class.join(locked), fs::Permissions::from_mode(0o000)).unwrap();
            files.push((locked, "permissions"));
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
    let reports = ["json", "csv", "xml", "html", "md", "txt"].map(|end| format!("class/run.{end}"));
    let outputs = reports
        .each_ref()
        .map(|report| format!(" --output {report}"));
    let judge = format!("judge --no-cache class{}", outputs.concat());
    // The second time the directory holds the reports of the first.
    for left_out in [4, 9] {
        let (printed, _) = project.exits(2, &judge);
        let json = project.json(&reports[0]);
        assert_eq!(json["submissions"].as_array().unwrap().len(), 3, "{json:#}");
        assert_eq!(json["summary"]["as_expected"], 3, "{json:#}");
        assert_eq!(
            json["left_out"].as_array().unwrap().len(),
            left_out,
            "{json:#}"
        );
        let refused = json["refused"].as_array().unwrap();
        assert_eq!(refused.len(), bad.len(), "{refused:#?}");
        let others: Vec<String> = reports[1..]
            .iter()
            .map(|report| project.read(report))
            .collect();
        for (name, words) in &bad {
            let path = format!("class/{name}");
            let row = refused.iter().find(|row| row["path"] == *path).unwrap();
            has(row["reason"]["text"].as_str().unwrap(), words);
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
