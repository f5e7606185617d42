//! Files of a project that are no files, and numbers beyond any limit.

use std::fs;
use std::io::Read as _;
use std::os::unix::fs::{OpenOptionsExt as _, symlink};
use std::time::Duration;

use rustix::fs::OFlags;

use super::named_pipe;
use crate::project::{Project, Words, has};

const SETTINGS: &str = "[suites]\n913 = [\"basic\"]\n1728 = [\"basic\"]\n";

const SOURCE: &str =
    "int catMouseGame(int** graph, int graphSize, int* graphColSize) { return 0; }\n";

/// Runs the program, which must end by itself; its exit status and standard error.
fn run(project: &Project, arguments: &str) -> (Option<i32>, String) {
    let mut command = project.mousetrap();
    let command = command
        .args(arguments.words())
        .timeout(Duration::from_mins(1));
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), errors)
}

#[test]
fn special_file_is_refused_wherever_a_file_is_read() {
    let judge = "judge a.c";
    for (file, arguments) in [
        ("judge.toml", judge),
        ("cases/cases.lock", judge),
        ("cases/913/basic.toml", judge),
        ("generators/913/basic.toml", "generate basic --problem 913"),
        ("a.c", judge),
        ("case.txt", "solve case.txt"),
        ("case.txt", "import case.txt --problem 913 --suite basic"),
        ("part.jsonl", "report merge part.jsonl part.jsonl"),
        ("old.json", "report compare old.json old.json"),
    ] {
        for kind in ["a named pipe", "a device"] {
            let project = Project::new(SETTINGS);
            project.write("a.c", SOURCE);
            let path = project.write(file, "");
            fs::remove_file(&path).unwrap();
            if kind == "a device" {
                symlink("/dev/zero", &path).unwrap();
            } else {
                named_pipe(&path);
            }
            let (code, errors) = run(&project, arguments);
            let link = kind == "a device" && errors.contains("points outside the project");
            let is_refused = code == Some(2) && (errors.contains(kind) || link);
            assert!(is_refused, "{file}, {kind}: {code:?} {errors}");
        }
    }
}

#[test]
fn output_to_a_pipe_without_a_reader_is_refused_by_every_command() {
    let project = Project::new(SETTINGS);
    project.write("a.c", SOURCE);
    project.write("case.txt", "1 7 1 4\nM.C...F\n");
    project.exits(0, "judge a.c --shard 1/1 --output part.jsonl");
    project.write("data/mousetrap.db", "");
    for arguments in [
        "judge a.c --output pipe.json",
        "judge a.c --output pipe.html",
        "judge a.c --shard 1/1 --output pipe.jsonl",
        "judge a.c --output new.json --output pipe.csv",
        "report merge part.jsonl --output pipe.json",
        "strength suites basic --problem 913 --search 1 --output pipe.md",
        "strength source a.c --suite basic --mutants 1 --output pipe.json",
        "solve case.txt --certificate pipe",
        "serve --data data --backup pipe",
    ] {
        let mut words = arguments.split(' ');
        let name = words.find(|word| word.starts_with("pipe"));
        let path = project.path().join(name.unwrap());
        named_pipe(&path);
        let (code, errors) = run(&project, arguments);
        let named = errors.lines().last().unwrap_or_default().contains("pipe");
        assert!(code == Some(2) && named, "{arguments}: {code:?} {errors}");
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn output_to_a_pipe_with_a_reader_is_written() {
    let project = Project::new(SETTINGS);
    project.write("a.c", SOURCE);
    let path = project.path().join("pipe.json");
    named_pipe(&path);
    let mut options = fs::File::options();
    let flags = OFlags::NONBLOCK.bits().cast_signed();
    let mut reader = options.read(true).custom_flags(flags).open(&path).unwrap();
    let (code, errors) = run(&project, "judge a.c --output pipe.json --redact");
    assert!(code != Some(2) && !errors.contains("pipe"), "{errors}");
    let mut report = String::new();
    reader.read_to_string(&mut report).unwrap();
    let is_complete = report.starts_with('{') && report.ends_with("}\n");
    assert!(is_complete, "{report}");
}

#[test]
fn forged_log_prints_no_control_characters_or_workflow_commands() {
    let project = Project::new(SETTINGS);
    project.write("a.c", SOURCE);
    // For a single file the failing case is printed instead of a command with the options.
    project.write("b.c", format!("// another\n{SOURCE}"));
    project.exits(0, "judge a.c b.c --shard 1/1 --output part.jsonl");
    let log = project.read("part.jsonl");
    let forged = r#""left_out":["\u001b[2J\n::error::x"],"jobs":"#;
    has(&log, "\"jobs\":");
    project.write("part.jsonl", log.replacen("\"jobs\":", forged, 1));
    let (_, printed, errors) = project.run("report merge part.jsonl");
    let text = printed + &errors;
    has(&text, "ignored 1 file");
    assert!(!text.contains('\x1b'), "{text}");
    let is_command = |line: &str| line.trim_start().starts_with("::");
    assert!(!text.lines().any(is_command), "{text}");
}
