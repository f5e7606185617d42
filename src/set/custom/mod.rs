//! The commands `new problem`, `generate` and `import` for a project's custom problems.

mod hidden_suite;
mod import_examples;
mod new_problem;

pub(super) use hidden_suite::generate_custom;
pub(super) use import_examples::import_examples;
pub(super) use new_problem::{NewProblem, new_problem};

use std::path::{Path, PathBuf};

use crate::cli::failure::Failure;
use mousetrap_judge::config::Config;
use mousetrap_problems::Definition;
use mousetrap_problems::cases::suite_file;
use mousetrap_util::printable::escape_path;
use mousetrap_util::replace::replace_file;

/// Appends cases, in the format of a suite file, to a suite of a custom problem. Returns the path of
/// the file.
pub(crate) fn append_cases(
    config: &Config,
    definition: &Definition,
    suite: &str,
    cases: &str,
) -> Result<PathBuf, Failure> {
    let file = suite_file(&definition.problem.id, suite);
    let path = writable_project_path(config, &file)?;
    let text = config.root.read_text(&file).map_err(Failure::usage_error)?;
    let mut text = text.unwrap_or_default();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    write_project_file(&path, &(text + cases))?;
    Ok(path)
}

/// Writes a file of the project.
fn write_project_file(path: &Path, text: &str) -> Result<(), Failure> {
    replace_file(path, text)
        .map_err(|error| Failure::usage_error(format!("{}: {error}", escape_path(path))))
}

/// Returns the path at which to write a file of the project.
fn writable_project_path(config: &Config, file: &Path) -> Result<PathBuf, Failure> {
    let path = config
        .root
        .writable_path(file)
        .map_err(Failure::usage_error)?;
    path.ok_or_else(|| {
        Failure::usage_error(
            "this directory is not in a project; create one with `mousetrap init DIR`",
        )
    })
}
