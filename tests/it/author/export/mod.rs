//! Exports: their content, and the behaviour of their validators and programs on which
//! other judges rely. `scripts/check/clients` runs the clients of these judges.

mod command;
mod packages;
mod programs;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use cat_and_mouse::Game;
use mousetrap_judge::{FindOptions, Submission};
use mousetrap_languages::Languages;
use mousetrap_model::Limits;
use mousetrap_suite::export::{self, Package};
use mousetrap_suite::{GameCase, ProjectSuites};
use mousetrap_util::project::Project;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The cases of our own suites.
fn cases(id: &str, suites: &[&str]) -> Vec<GameCase> {
    let game = Game::by_id(id).unwrap();
    let mut project = ProjectSuites {
        root: &Project::from(Path::new(ROOT)),
        limits: Limits::DEFAULT,
        programs: None,
    };
    let suites = suites.iter();
    let cases = suites.flat_map(|suite| project.load(game, suite).unwrap().cases);
    cases.collect()
}

fn submissions<'a>(languages: &'a Languages, id: &str, names: &[&str]) -> Vec<Submission<'a>> {
    let directory = Path::new(ROOT).join("solutions").join(id);
    let paths: Vec<PathBuf> = names.iter().map(|name| directory.join(name)).collect();
    let root = Project::from(Path::new(ROOT));
    let wanted = FindOptions::new(Game::problems(), None, None);
    mousetrap_judge::find(&root, &paths, languages, wanted).unwrap()
}

/// The files of a package by their names.
fn files(package: &Package<'_>) -> BTreeMap<String, String> {
    let files = export::icpc_files(package);
    let count = files.len();
    let by_name = files.into_iter();
    let by_name: BTreeMap<String, String> = by_name
        .map(|(path, text)| (path.to_str().unwrap().to_owned(), text))
        .collect();
    assert_eq!(by_name.len(), count, "no file is written twice");
    by_name
}

/// Runs a program on an input. Returns its exit code and output.
fn run(program: &[&str], directory: &Path, input: &str) -> (i32, String) {
    let output = Command::new(program[0])
        .args(&program[1..])
        .current_dir(directory)
        .write_stdin(input)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    (output.status.code().unwrap(), text)
}

/// Builds or checks a source. Panics with the tool's message if this fails.
fn build(command: &[&str], directory: &Path) {
    let (code, output) = run(command, directory, "");
    assert_eq!(code, 0, "{command:?}: {output}");
}
