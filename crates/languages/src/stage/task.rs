//! A submission before and after wrapping, and the suffix that makes the identifiers of its driver
//! unique.

use std::collections::{BTreeMap, BTreeSet};

use crate::detect::Detection;
use crate::table::PhasePermissions;
use crate::toolchain::Toolchain;

/// A file that is written to the program directory before the compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagedFile {
    /// The path relative to the program directory.
    pub name: String,
    /// The content of the file.
    pub text: String,
}

impl StagedFile {
    pub(super) fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
        }
    }
}

/// A submission that is ready for the tools of its language. Commands and environment variables
/// still contain the placeholders that depend on the run: `{prog}`, `{memory_mib}` and
/// `{stack_mib}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StagedSubmission {
    /// The name of the submission's file.
    pub source: String,
    /// All files that are in the program directory before the compilation.
    pub files: Vec<StagedFile>,
    /// Commands that compile the program, which are run in order in the program directory. Empty
    /// for languages that need no compilation.
    pub compile: Vec<Vec<String>>,
    /// Commands that compile the same program with the prepared toolchain in `/warm`.
    pub prepared: Vec<Vec<String>>,
    /// The command that runs the program in an empty working directory, `/box`.
    pub run: Vec<String>,
    /// The program that is compiled once to prepare the toolchain for all submissions. Compiling it
    /// creates files in the directory `warm`.
    pub warm: Option<Box<StagedSubmission>>,
    /// The toolchain, with the environment variables and directories of jobs.
    pub toolchain: Toolchain,
    /// Additional permissions for compiling and running.
    pub needs: PhasePermissions,
}

/// A submission to be wrapped, and its driver. Wrapping may add driver files and placeholders.
pub(super) struct StagingTask<'a> {
    pub detected: &'a Detection<'a>,
    /// Text that is inserted before the submission. Empty if the function that wraps the submission
    /// has already inserted this text elsewhere.
    pub before: String,
    /// Text that is appended to the submission.
    pub after: String,
    /// The number that is appended to [`DRIVER_NAME_PREFIX`] in the driver's identifiers, so that
    /// they differ from all identifiers in the submission. An empty string if the submission does
    /// not contain the prefix.
    pub suffix: String,
    /// The files of the driver.
    pub driver: Vec<StagedFile>,
    /// Values of the placeholders in the commands of the language table.
    pub values: BTreeMap<String, String>,
}

/// The prefix of each identifier of the driver (type, function, package or file) that the submission
/// can see.
const DRIVER_NAME_PREFIX: &str = "mousetrap";

impl StagingTask<'_> {
    pub(super) fn set_placeholder(&mut self, name: &str, value: &str) {
        self.values.insert(name.to_owned(), value.to_owned());
    }

    /// Appends the suffix to the driver's identifiers in a text, so that they differ from all
    /// identifiers in the submission.
    pub(super) fn add_suffix(&self, text: &str) -> String {
        if self.suffix.is_empty() {
            return text.to_owned();
        }
        let capital = DRIVER_NAME_PREFIX[..1].to_ascii_uppercase() + &DRIVER_NAME_PREFIX[1..];
        [DRIVER_NAME_PREFIX, &capital]
            .iter()
            .fold(text.to_owned(), |text, prefix| {
                text.replace(prefix, &format!("{prefix}{}", self.suffix))
            })
    }
}

/// Returns the smallest number that does not occur right after [`DRIVER_NAME_PREFIX`] in the text.
/// Returns an empty string if the prefix does not occur.
pub(super) fn name_suffix(text: &str) -> String {
    let text = text.to_lowercase();
    let mut pieces = text.split(DRIVER_NAME_PREFIX);
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
