//! Errors and references common to all tables of `judge.toml`.

use std::path::Path;
use std::sync::Arc;

use toml::Spanned;

use mousetrap_model::Problem;
use mousetrap_util::root::Root;
use mousetrap_util::toml_file::{self, TomlError};

/// What a `judge.toml` may refer to.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// All problems.
    pub problems: &'a [Arc<Problem>],
    /// Returns the names of a problem's suites in a directory tree. It may leave out
    /// directories that cannot be read: they are reported when suites are loaded.
    pub suites: fn(&Root, &Problem) -> Vec<String>,
}

/// The text of a `judge.toml` and what its values may refer to.
pub(super) struct Reader<'a> {
    pub root: &'a Root,
    pub name: &'a Path,
    pub text: &'a str,
    pub known: Known<'a>,
}

impl<'a> Reader<'a> {
    /// Returns an error at `place`.
    pub(super) fn error<T>(&self, place: &Spanned<T>, message: String) -> TomlError {
        toml_file::error_at(self.name, self.text, place.span().start, message)
    }

    /// Returns the problem with this id, which is the key of the table or list at `place`.
    pub(super) fn problem<T>(
        &self,
        id: &str,
        place: &Spanned<T>,
    ) -> Result<&'a Problem, TomlError> {
        let mut problems = self.known.problems.iter().map(|problem| &**problem);
        problems.find(|problem| problem.id == id).ok_or_else(|| {
            let known: Vec<&str> = self
                .known
                .problems
                .iter()
                .map(|problem| &*problem.id)
                .collect();
            let message = format!(
                "unknown problem \"{id}\"; {}",
                toml_file::suggest(id, &known)
            );
            self.error(place, message)
        })
    }
}
