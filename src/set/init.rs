//! `mousetrap init`: creates a project.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};

use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use cat_and_mouse::Game;
use mousetrap_judge::SOLUTIONS_DIR;
use mousetrap_util::printable::escape_path;
use mousetrap_util::replace::create_file;

/// Create a project with recipes and example solutions, ready to judge
///
/// The project contains a GitHub workflow that judges its solutions on each push. Existing files
/// are not changed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap init
  mousetrap init contest && cd contest && mousetrap judge

Exit codes: 0 done, 2 a file cannot be written.")]
pub(crate) struct Arguments {
    /// The directory for the project; it is created if necessary
    #[arg(value_name = "DIR", default_value = ".")]
    directory: PathBuf,
}

static PROJECT_TEMPLATE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/set/project");

/// The example solution of each problem in a new project.
const EXAMPLE_SOLUTIONS: [(Game, &str); 2] = [
    (
        Game::CatAndMouse2,
        include_str!("../../solutions/1728/accepted/topological_sort.py"),
    ),
    (
        Game::CatAndMouse,
        include_str!("../../solutions/913/accepted/topological_sort.py"),
    ),
];

pub(crate) fn run(arguments: &Arguments) -> CommandResult {
    let directory = &arguments.directory;
    for (name, text) in project_files() {
        let path = directory.join(name);
        let shown = escape_path(path.strip_prefix(".").unwrap_or(&path));
        match create_file(&path, text) {
            Ok(()) => outln!("{shown}"),
            Err(error) if error.kind() == ErrorKind::AlreadyExists && path.is_file() => {
                outln!("{shown}: already exists and was not changed");
            }
            Err(error) => {
                return Err(Failure::usage_error(format!(
                    "{shown}: cannot write the file: {error}; choose another directory"
                )));
            }
        }
    }
    let change = match directory.as_path() {
        here if here == Path::new(".") => String::new(),
        directory => format!("cd {} && ", escape_path(directory)),
    };
    outln!("\nnext: {change}mousetrap judge");
    Ok(ExitStatus::Expected)
}

/// Returns the names and contents of the files of a new project. The last file is `judge.toml`,
/// because it turns a directory into a project.
fn project_files() -> Vec<(PathBuf, &'static str)> {
    let mut files = Vec::new();
    collect_files(&PROJECT_TEMPLATE, &mut files);
    files.extend(EXAMPLE_SOLUTIONS.map(|(game, text)| {
        let directory = Path::new(SOLUTIONS_DIR).join(game.id());
        (directory.join("accepted/first.py"), text)
    }));
    files.sort_by_key(|(name, _)| (name.ends_with("judge.toml"), name.clone()));
    files
}

/// Adds the files in a directory and its subdirectories.
fn collect_files(directory: &'static Dir<'_>, files: &mut Vec<(PathBuf, &'static str)>) {
    for file in directory.files() {
        files.push((
            file.path().to_owned(),
            file.contents_utf8().expect("a template is text"),
        ));
    }
    for inner in directory.dirs() {
        collect_files(inner, files);
    }
}
