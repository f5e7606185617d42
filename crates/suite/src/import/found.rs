//! A case that was found in a file, and what can be wrong with it.

use std::path::Path;

use thiserror::Error;

use cat_and_mouse::game::Bounds;
use cat_and_mouse::{Game, Instance};
use mousetrap_base::printable::named;

/// A legal case with its place.
#[derive(Debug)]
pub struct ImportedCase {
    /// The case.
    pub instance: Instance,
    /// Its file and line, as in `bugs.txt:7`.
    pub place: String,
    /// What it is called in its file, if it has a name there.
    pub name: Option<String>,
}

/// A text that cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {message}")]
pub struct ImportError {
    /// The file, and the line if one is at fault.
    pub place: String,
    /// The rule that is broken and what to do about it.
    pub message: String,
}

impl ImportError {
    pub(super) fn of(file: &Path, message: impl Into<String>) -> Self {
        Self {
            place: named(file).clone(),
            message: message.into(),
        }
    }

    pub(super) fn at(file: &Path, line: usize, message: impl Into<String>) -> Self {
        Self {
            place: format!("{}:{line}", named(file)),
            message: message.into(),
        }
    }
}

/// A case as it stands in a file.
#[derive(Debug)]
pub(super) struct Written<'a> {
    /// The file.
    pub(super) file: &'a Path,
    /// The line on which the case begins, from 1.
    pub(super) line: usize,
    /// The case itself.
    pub(super) input: &'a str,
    /// The problem, if the file says it or the user did.
    pub(super) problem: Option<Game>,
    /// The answer given for it, with the file and line of that.
    pub(super) answer: Option<(&'a str, &'a Path, usize)>,
    /// What it is called.
    pub(super) name: Option<String>,
}

impl Written<'_> {
    /// The case, if it is legal and its answer, where it has one, is right.
    pub(super) fn read(self) -> Result<ImportedCase, ImportError> {
        let problem = self.problem.or_else(|| Game::recognise(self.input));
        let problem = problem.ok_or_else(|| {
            let ids: Vec<&str> = Game::ALL.iter().map(|problem| problem.id()).collect();
            let message = format!(
                "this is not a case of a known problem; say which with --problem {}",
                ids.join(" or --problem ")
            );
            ImportError::at(self.file, self.line, message)
        })?;
        let instance = problem
            .parse(self.input, Bounds::Contest)
            .map_err(|error| {
                ImportError::at(
                    self.file,
                    self.line + error.line - 1,
                    error.rule.to_string(),
                )
            })?;
        if let Some((answer, file, line)) = self.answer {
            let right = instance.reply(instance.solve());
            if answer != right {
                let message = format!(
                    "the answer here is {answer}, but the reference solver finds {right}; correct \
                     it, or remove it if whoever said so is wrong"
                );
                return Err(ImportError::at(file, line, message));
            }
        }
        Ok(ImportedCase {
            instance,
            place: format!("{}:{}", named(self.file), self.line),
            name: self.name,
        })
    }
}
