//! The commands in the documents, run as people type them.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

use super::data::{CASE, COPIES, GENERATED, NOT_RUN, PREPARATION};
use super::pages::{pages, toml_examples};
use super::read;
use crate::project::Project;

/// Returns the commands of a page. Commands over several lines are joined.
fn commands(page: &str) -> Vec<String> {
    let mut commands = Vec::new();
    for block in page.split("```").skip(1).step_by(2) {
        let (language, text) = block.split_once('\n').unwrap();
        let text = text.replace("\\\n", " ");
        if language == "sh" {
            commands.extend(text.lines().map(str::to_owned));
        } else {
            let loose = text.lines().find(|line| line.starts_with("mousetrap "));
            assert_eq!(loose, None, "mark the block as sh, so that it is tested");
        }
    }
    commands
}

/// Makes a directory with the project and files that the commands of the documents use.
fn directory_of_examples() -> Project {
    let project = Project::empty();
    for arguments in PREPARATION {
        project.exits(0, arguments);
    }
    for (name, source) in COPIES {
        project.write(name, read(source));
    }
    let page = read("docs/class.md");
    project.write("exam/judge.toml", toml_examples(&page).next().unwrap());
    let class = COPIES.map(|(name, source)| Some((name.strip_prefix("class/")?, read(source))));
    let class: Vec<_> = class.iter().flatten().collect();
    let class: Vec<_> = class.iter().map(|(name, text)| (*name, &**text)).collect();
    project.zip("class.zip", &class);
    project.write("case.txt", CASE);
    project
}

#[test]
#[expect(clippy::disallowed_methods, reason = "commands as people type them")]
fn every_command_of_the_documents_works() {
    let program = Path::new(env!("CARGO_BIN_EXE_mousetrap"));
    let directories = std::env::var("PATH").unwrap();
    let path = format!("{}:{directories}", program.parent().unwrap().display());
    let mut run = BTreeSet::new();
    for page in pages() {
        if page.starts_with(GENERATED) {
            continue;
        }
        let project = directory_of_examples();
        for command in commands(&read(&page)) {
            let left_out = NOT_RUN.iter().any(|(part, _)| command.contains(part));
            if left_out || !run.insert(command.clone()) {
                continue;
            }
            let output = Command::new("bash")
                .args(["-c", &command])
                .current_dir(project.path())
                .env("PATH", &path)
                .stdin(Stdio::null())
                .output()
                .unwrap();
            // 1 is an unexpected verdict, 2 a usage error.
            let is_valid = matches!(output.status.code(), Some(0 | 1));
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(is_valid, "{page}: {command}\n{stderr}");
        }
    }
    assert!(run.len() > 20, "the commands are found: {run:?}");
}
