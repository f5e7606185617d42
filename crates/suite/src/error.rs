//! Why a suite cannot be made.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::{ProgramError, ProofError};
use cat_and_mouse::Game;
use cat_and_mouse::game::GameError;
use cat_and_mouse::variant::Variant;
use mousetrap_base::printable::named;
use mousetrap_base::toml_file::TomlError;
use mousetrap_model::CaseId;

/// Why a suite cannot be made, where, and what to do about it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// There is neither a recipe nor a directory of cases of this name.
    #[error("problem {problem} has no suite \"{suite}\"; {suggestion}")]
    Unknown {
        /// The problem.
        problem: Game,
        /// The name that was asked for.
        suite: String,
        /// A name like it, or all names.
        suggestion: String,
    },
    /// The suites that are part of the program cannot be changed.
    #[error(
        "the built-in suites cannot be written; make a project for your own with `mousetrap init`"
    )]
    BuiltIn,
    /// A recipe or a sidecar file breaks a rule.
    #[error(transparent)]
    Toml(#[from] TomlError),
    /// A file or directory cannot be read or written.
    #[error("{}: {source}", named(path))]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file or a place in it breaks a rule.
    #[error("{place}: {message}")]
    Rule {
        /// File, and line where there is one.
        place: String,
        /// The rule and the remedy.
        message: String,
    },
    /// A text is not an instance of the problem.
    #[error(transparent)]
    Illegal(#[from] GameError),
    /// A custom generator failed.
    #[error("{place}: {source}")]
    Program {
        /// The recipe and the line of its row.
        place: String,
        /// What went wrong, and the remedy.
        source: ProgramError,
    },
    /// An answer has no proof.
    #[error("{case}: the answer is {answer}, but {source}")]
    Unproved {
        /// The case.
        case: CaseId,
        /// Its answer.
        answer: &'static str,
        /// Why there is no proof.
        source: ProofError,
    },
    /// The generated cases are not those that the lock has recorded.
    #[error(
        "suite {suite} is not what cases/cases.lock has recorded; first difference:\n{difference}\n\
         restore the recipe or the lock, or accept the new cases with `mousetrap generate {name} \
         --problem {problem}`"
    )]
    Locked {
        /// `problem/suite`.
        suite: String,
        /// The suite's name alone.
        name: String,
        /// The problem.
        problem: Game,
        /// The first case that differs, as a diff.
        difference: String,
    },
}

impl SuiteError {
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, source }
    }

    pub(super) fn rule(place: impl fmt::Display, message: impl Into<String>) -> Self {
        Self::Rule {
            place: format!("{place}"),
            message: message.into(),
        }
    }
}

/// A variant that a case does not have.
#[derive(Debug, Error)]
pub(super) enum VariantError {
    #[error(
        "\"{variant}\" is not a variant of problem {problem}, which has: {}",
        names(*problem)
    )]
    Unknown { variant: Variant, problem: Game },
    #[error("variant \"{variant}\" is {same} again, in every character; remove it")]
    Same { variant: Variant, same: CaseId },
}

fn names(problem: Game) -> String {
    let variants = Variant::of_problem(problem).iter();
    let names: Vec<&str> = variants.map(|variant| variant.name()).collect();
    names.join(", ")
}
