//! What there is in suites, without making them.

use std::path::Path;

use super::case::SuiteName;
use super::error::SuiteError;
use super::files::{collection_file, list, recipe_file};
use super::lock::Lock;
use mousetrap_base::root::Root;

/// A suite as a list shows it.
#[derive(Clone, Debug)]
pub struct Outline {
    /// Its name.
    pub name: SuiteName,
    /// Cases that the lock has recorded.
    pub recorded: usize,
    /// The comments on top of its recipe and its collection.
    pub about: Vec<String>,
}

/// The suites of a project, in the order of [`list`].
///
/// # Errors
/// If a directory, the lock, a recipe or a collection cannot be read.
pub fn outlines(root: &Root) -> Result<Vec<Outline>, SuiteError> {
    let lock = Lock::read(root)?;
    let of = |name: SuiteName| {
        let files = [
            recipe_file(name.problem, &name.suite),
            collection_file(name.problem, &name.suite),
        ];
        let about: Result<Vec<String>, SuiteError> =
            files.iter().map(|file| comment(root, file)).collect();
        Ok(Outline {
            recorded: lock.of_suite(&name).len(),
            about: about?.into_iter().filter(|text| !text.is_empty()).collect(),
            name,
        })
    };
    list(root)?.into_iter().map(of).collect()
}

/// The comment on top of a file as one line; nothing where there is none.
fn comment(root: &Root, file: &Path) -> Result<String, SuiteError> {
    let text = root.read_text(file).map_err(SuiteError::io(file))?;
    let text = text.unwrap_or_default();
    let lines = text.lines().map_while(|line| line.strip_prefix('#'));
    let lines: Vec<&str> = lines.map(str::trim).collect();
    Ok(lines.join(" "))
}
