//! `mousetrap init`: a project to start from.

use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};

use super::{Failure, Status};
use crate::judge::SOLUTIONS;
use crate::problem::PROBLEMS;
use crate::replace::replace_file;

/// Make a folder with configuration, recipes and a first solution, ready to judge
///
/// It also gets a workflow that judges the solutions on each push to GitHub.
/// What stands in the folder already is left alone.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap init                 in this folder
  mousetrap init contest && cd contest && mousetrap judge

Exit codes: 0 done, 2 a file is in the way or cannot be written.")]
pub(super) struct Arguments {
    /// The folder; it is made if need be
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
}

static PROJECT: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates/project");

/// A right solution of each problem, by problem id.
const FIRST: [(&str, &str); 2] = [
    (
        "1728",
        include_str!("../../solutions/1728/accepted/topological_sort.py"),
    ),
    (
        "913",
        include_str!("../../solutions/913/accepted/topological_sort.py"),
    ),
];

pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let folder = &arguments.folder;
    let files = files();
    if let Some((taken, _)) = files.iter().find(|(name, _)| folder.join(name).exists()) {
        return Err(Failure::usage(format!(
            "{}: exists already, and nothing was changed; name another folder",
            folder.join(taken).display()
        )));
    }
    for (name, text) in &files {
        let path = folder.join(name);
        replace_file(&path, text)
            .map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
        outln!("{}", path.strip_prefix(".").unwrap_or(&path).display());
    }
    let go_there = match folder.as_path() {
        here if here == Path::new(".") => String::new(),
        folder => format!("cd {} && ", folder.display()),
    };
    outln!("\nnext: {go_there}mousetrap judge");
    Ok(Status::Expected)
}

/// Names and contents of all that a project starts with, judge.toml last: with
/// it, the project is there.
fn files() -> Vec<(PathBuf, &'static str)> {
    let mut files = Vec::new();
    collect(&PROJECT, &mut files);
    files.extend(PROBLEMS.iter().flat_map(|problem| {
        let first = FIRST.iter().filter(|(id, _)| *id == problem.id());
        first.map(|(id, text)| {
            let name = Path::new(SOLUTIONS).join(id).join("accepted/first.py");
            (name, *text)
        })
    }));
    files.sort_by_key(|(name, _)| (name.ends_with("judge.toml"), name.clone()));
    files
}

fn collect(folder: &'static Dir<'_>, files: &mut Vec<(PathBuf, &'static str)>) {
    for file in folder.files() {
        files.push((
            file.path().to_owned(),
            file.contents_utf8().expect("a template is text"),
        ));
    }
    for inner in folder.dirs() {
        collect(inner, files);
    }
}
