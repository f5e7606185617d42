//! The built-in project, which consists of the `judge.toml`, recipes and cases of this repository.

use include_dir::{Dir, include_dir};
use mousetrap_util::project::Project;

static PROJECT_FILES: Dir<'_> = include_dir!("$OUT_DIR/project");

/// The built-in project.
pub(crate) const PROJECT: Project = Project::new(&PROJECT_FILES);
