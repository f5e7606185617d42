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

/// Returns the path at which to write a file of the project.
fn writable_project_path(config: &Config, file: &Path) -> Result<PathBuf, Failure> {
    let path = config.root.writable_path(file).map_err(Failure::usage)?;
    path.ok_or_else(|| {
        Failure::usage("this directory is not in a project; create one with `mousetrap init DIR`")
    })
}
