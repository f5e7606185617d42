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
    let named = files
        .into_iter()
        .map(|(path, text)| (path.to_str().unwrap().to_owned(), text));
    let by_name: BTreeMap<String, String> = named.collect();
    assert_eq!(by_name.len(), count, "no file is written twice");
    by_name
}

/// Runs a command on an input. Returns its exit code, standard output and standard error.
fn run(command: &str, directory: &Path, input: &str) -> (i32, String, String) {
    let mut words = command.split(' ');
    let output = Command::new(words.next().unwrap())
        .args(words)
        .current_dir(directory)
        .write_stdin(input)
        .output()
        .unwrap();
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code().unwrap(), stdout, stderr)
}

/// Builds or checks a source. Panics with the tool's message if this fails.
fn build(command: &str, directory: &Path) {
    let (code, _, stderr) = run(command, directory, "");
    assert_eq!(code, 0, "{command}: {stderr}");
}
