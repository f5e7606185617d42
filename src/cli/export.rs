//! `mousetrap export`: suites in the forms that other tools take.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::cli::{Failure, Global, Status};
use crate::export::{self, Layout};
use crate::judge::Generators;
use crate::problem::Problem;
use crate::sandbox::Isolation;
use crate::suite;

/// Write suites in the form that another tool takes
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap export in-ans --problem 1728 tests/
  mousetrap export oj --problem 913 --suite samples work/   then: cd work; oj test
  mousetrap export jsonl --problem 1728 cases/")]
pub(super) struct Arguments {
    /// The form
    #[arg(value_enum)]
    layout: Layout,
    /// The folder to make; it must not exist, or be empty
    folder: PathBuf,
    /// The problem
    #[arg(long, short, value_parser = super::judge::problem)]
    problem: &'static dyn Problem,
    /// Only this suite (may be repeated) [default: those of judge.toml]
    #[arg(long, short, value_name = "SUITE")]
    suite: Vec<String>,
    /// How custom generators are kept away from this machine; "none" is for
    /// code that you trust
    #[arg(long, value_enum, default_value = "full")]
    isolation: Isolation,
}

pub(super) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let folder = &arguments.folder;
    let taken = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if taken || folder.is_file() {
        return Err(Failure::usage(format!(
            "{}: exists already; name a new folder",
            folder.display()
        )));
    }
    let interrupted = AtomicBool::new(false);
    let mut generators = Generators::new(&config, arguments.isolation, &interrupted);
    let names = if arguments.suite.is_empty() {
        config.suites_of(arguments.problem)
    } else {
        &arguments.suite
    };
    let mut cases = Vec::new();
    for name in names {
        let problem = arguments.problem;
        let suite = suite::load(&config.root, problem, name, config.limits, &mut generators)
            .map_err(Failure::usage)?;
        cases.extend(suite.cases);
    }
    write(folder, export::layout(arguments.layout, &cases)).map_err(|error| {
        Failure::usage(format!("{}: cannot be written: {error}", folder.display()))
    })?;
    println!("{}: {} cases", folder.display(), cases.len());
    Ok(Status::Expected)
}

/// Writes the files beside the folder first, so that it is whole or not there.
fn write(folder: &Path, files: Vec<(PathBuf, String)>) -> std::io::Result<()> {
    let parent = match folder.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(parent)?;
    let draft = tempfile::Builder::new()
        .prefix(".mousetrap-export-")
        .tempdir_in(parent)?;
    let inside = draft.path().join("files");
    fs::create_dir(&inside)?;
    for (path, text) in files {
        let path = inside.join(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, text)?;
    }
    fs::rename(inside, folder)
}
