//! A submission before and after it is wrapped, and the names that its driver may use.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::source::Code;
use crate::table::{Language, StageNeeds};
use mousetrap_model::{Form, Problem};

/// A file that is written to the program directory before compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagedFile {
    /// Name relative to the program directory.
    pub name: String,
    /// Its content.
    pub content: Vec<u8>,
}

/// A submission that is ready for the tools of its language. Commands and environment
/// still contain the placeholders that depend on the run: `{prog}`, `{memory_mib}` and
/// `{stack_mib}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Staged {
    /// The name of the submission's file.
    pub source: String,
    /// The files in the program directory before compilation.
    pub files: Vec<StagedFile>,
    /// Commands that build it, run in order in the program directory; none for languages
    /// that check nothing before a run.
    pub compile: Vec<Vec<String>>,
    /// Commands that build the same with the files that `warm` has left at `/warm`.
    pub prepared: Vec<Vec<String>>,
    /// The command that runs it. The working directory is an empty `/box`.
    pub run: Vec<String>,
    /// Prepares the toolchain, once for all submissions: a program whose compilation
    /// leaves files in the directory `warm`.
    pub warm: Option<Box<Staged>>,
    /// Environment variables beyond those of every job, for compiling and running.
    pub env: Vec<(String, String)>,
    /// Host directories of the toolchain beyond the system directories.
    pub toolchain: Vec<PathBuf>,
    /// What its jobs need beyond the rights of every job.
    pub needs: StageNeeds,
}

/// A submission to be wrapped.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub language: &'a Language,
    pub form: Form,
    pub code: &'a Code,
    /// Its problem; always known for a function.
    pub problem: Option<&'a Problem>,
    /// Text that is inserted before the submission.
    pub before: &'a str,
    /// Text that is appended to the submission.
    pub after: &'a str,
    /// Text appended to `STEM` in the driver's names, so that they differ from those of
    /// the submission; empty if the submission does not contain `STEM`.
    pub suffix: &'a str,
}

/// The word in all names that a driver adds to the namespace of a submission: types,
/// functions, packages, files.
const STEM: &str = "mousetrap";

/// A submission's wrapped file.
pub(super) struct Wrapped {
    /// Its name, the value of `{source}`.
    pub name: String,
    pub text: String,
    /// More placeholders for the commands of the language table.
    pub vars: BTreeMap<String, String>,
}

impl Wrapped {
    /// Adds a value for a placeholder.
    pub(super) fn with(mut self, name: &str, value: &str) -> Self {
        self.vars.insert(name.to_owned(), value.to_owned());
        self
    }
}

impl Task<'_> {
    /// A file `name` with `text`, between the texts around every submission.
    pub(super) fn wrapped(&self, name: impl Into<String>, text: &str) -> Wrapped {
        Wrapped {
            name: name.into(),
            text: format!("{}{text}{}", self.before, self.renamed(self.after)),
            vars: BTreeMap::new(),
        }
    }

    /// Renames in the text of a driver the names that the submission also uses.
    pub(super) fn renamed(&self, text: &str) -> String {
        if self.suffix.is_empty() {
            return text.to_owned();
        }
        let capital = STEM[..1].to_ascii_uppercase() + &STEM[1..];
        [STEM, &capital].iter().fold(text.to_owned(), |text, stem| {
            text.replace(stem, &format!("{stem}{}", self.suffix))
        })
    }

    /// Returns the entry point in the spelling of the language.
    pub(super) fn entry(&self) -> String {
        let detect = self.language.detect.as_ref();
        let entry = detect.zip(self.problem);
        entry.map_or(String::new(), |(detect, problem)| {
            detect.entry_point(problem)
        })
    }
}

/// Returns the first number that follows [`STEM`] nowhere in the text, or an empty text if
/// the word does not occur.
pub(super) fn name_suffix(text: &str) -> String {
    let text = text.to_lowercase();
    let mut pieces = text.split(STEM);
    pieces.next();
    let taken: BTreeSet<&str> = pieces
        .map(|piece| {
            &piece[..piece.len() - piece.trim_start_matches(|c: char| c.is_ascii_digit()).len()]
        })
        .collect();
    if taken.is_empty() {
        return String::new();
    }
    (1..=taken.len() + 1)
        .map(|number| number.to_string())
        .find(|number| !taken.contains(number.as_str()))
        .unwrap_or_default()
}
