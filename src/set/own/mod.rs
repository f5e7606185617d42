//! The commands `new problem`, `generate` and `import` for custom problems.

mod examples;
mod hidden;
mod new_problem;

pub(super) use examples::import_examples;
pub(super) use hidden::generate_own;
pub(super) use new_problem::{NewProblem, new_problem};

use std::path::{Path, PathBuf};

use crate::cli::failure::Failure;
use mousetrap_judge::config::Config;

/// Returns the path of a project file, or a failure if there is no project on the disk.
fn writable_project_path(config: &Config, file: &Path) -> Result<PathBuf, Failure> {
    let path = config.root.writable(file).map_err(Failure::usage)?;
    path.ok_or_else(|| {
        Failure::usage("there is no project here; create one with `mousetrap init DIR`")
    })
}
