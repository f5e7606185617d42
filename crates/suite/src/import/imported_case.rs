//! Parses and solves a case that was found in a file.

use std::path::Path;

use crate::error::SuiteError;
use cat_and_mouse::game::Bounds;
use cat_and_mouse::{Game, Instance};
use mousetrap_util::printable::named;

/// A valid case with its position in a file.
#[derive(Debug)]
pub struct ImportedCase {
    /// The instance.
    pub instance: Instance,
    /// The file and the line, as in `bugs.txt:7`.
    pub place: String,
    /// The name in the file, if it has one.
    pub name: Option<String>,
}

/// Returns an error for a line of a file that breaks a rule.
pub(super) fn error_at(file: &Path, line: usize, message: impl Into<String>) -> SuiteError {
    SuiteError::rule(format!("{}:{line}", named(file)), message)
}

/// A case as it is written in a file.
#[derive(Debug)]
pub(super) struct WrittenCase<'a> {
    /// The file.
    pub(super) file: &'a Path,
    /// The line on which the case begins, from 1.
    pub(super) line: usize,
    /// The text of the instance.
    pub(super) input: &'a str,
    /// The game, if the file or the user states it.
    pub(super) game: Option<Game>,
    /// The expected answer with its line, if there is one.
    pub(super) answer: Option<(&'a str, usize)>,
    /// The case's name, if it has one.
    pub(super) name: Option<String>,
}

impl<'a> WrittenCase<'a> {
    /// Returns a case without a name and without an expected answer.
    pub(super) const fn new(file: &'a Path, line: usize, input: &'a str) -> Self {
        Self {
            file,
            line,
            input,
            game: None,
            answer: None,
            name: None,
        }
    }

    /// Parses and solves the case. The expected answer, if there is one, must be right.
    pub(super) fn parse_and_solve(self) -> Result<ImportedCase, SuiteError> {
        let game = self.game.or_else(|| Game::recognise(self.input));
        let game = game.ok_or_else(|| {
            let ids: Vec<&str> = Game::ALL.iter().map(|game| game.id()).collect();
            let message = format!(
                "this is not a case of a known problem; choose the problem with --problem {}",
                ids.join(" or --problem ")
            );
            error_at(self.file, self.line, message)
        })?;
        let instance = game.parse(self.input, Bounds::Contest).map_err(|error| {
            error_at(
                self.file,
                self.line + error.line - 1,
                error.rule.to_string(),
            )
        })?;
        if let Some((answer, line)) = self.answer {
            let right = instance.reply(instance.solve());
            if answer != right {
                let message = format!(
                    "the expected answer is {answer}, but the reference solver finds {right}; \
                     correct or remove the expected answer"
                );
                return Err(error_at(self.file, line, message));
            }
        }
        Ok(ImportedCase {
            instance,
            place: format!("{}:{}", named(self.file), self.line),
            name: self.name,
        })
    }
}
