//! Reads and writes the lock file `cases/cases.lock`, which has a line with a hash for each case,
//! and compares suites with it.
//!
//! ```text
//! 1728/hidden/walls-001  true   11  d4e5…
//! ```
//!
//! The columns are the case's name, its answer, the depth of the forced win (`-` if there is none),
//! and the SHA-256 hash of input and answer with a NUL between them. A diff of the file shows which
//! cases changed, and how.

use std::collections::BTreeSet;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::case::{GameCase, Suite, SuiteName};
use crate::error::SuiteError;
use crate::project_files::read_text;
use mousetrap_util::printable::to_hex;
use mousetrap_util::project::Project;

/// The path of the lock file in a project.
pub(crate) const LOCK_FILE: &str = "cases/cases.lock";

const LOCK_HEADER: &str = "\
# Every case: name, answer, depth of the forced end, SHA-256 of input and answer. Written by
# `mousetrap generate`; `mousetrap generate --check` compares.
";

/// A line of the lock file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LockedCase {
    /// The case's name in the form `problem/suite/name`.
    case: String,
    /// The entire line.
    line: String,
}

impl LockedCase {
    /// Creates the line for a case.
    fn new(suite: &SuiteName, case: &GameCase) -> Self {
        let mut hash = Sha256::new();
        hash.update(&case.input);
        hash.update([0]);
        hash.update(case.answer);
        let hash = to_hex(&hash.finalize());
        let depth = case.outcome.depth();
        let depth = depth.map_or("-".to_owned(), |depth| depth.to_string());
        let name = format!("{}/{}", suite.game, case.id);
        Self::from_columns(&[&name, case.answer, &depth, &hash])
    }

    /// Formats a line from its columns: case, answer, depth in plies, hash.
    fn from_columns(&[case, answer, depth, hash]: &[&str; 4]) -> Self {
        Self {
            case: case.to_owned(),
            line: format!("{case:<32} {answer:<5} {depth:>4}  {hash}"),
        }
    }

    /// Returns the lock file's lines for all cases of a suite.
    pub(crate) fn lines_of_suite(suite: &Suite) -> Vec<Self> {
        let cases = suite.cases.iter();
        cases.map(|case| Self::new(&suite.name, case)).collect()
    }
}

/// The content of the lock file.
#[derive(Debug)]
pub(crate) struct LockFile {
    /// The lines, grouped by suite.
    cases: Vec<LockedCase>,
}

impl LockFile {
    /// Reads the lock file of a project. The lock is empty if the file does not exist.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or if a line does not have four columns.
    pub(crate) fn read(root: &Project) -> Result<Self, SuiteError> {
        let text = read_text(root, Path::new(LOCK_FILE))?.unwrap_or_default();
        let mut cases = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            let columns: Vec<&str> = line.split_whitespace().collect();
            let columns = columns.try_into().map_err(|_| {
                SuiteError::new(
                    format!("{LOCK_FILE}:{number}"),
                    "a line must have the columns case, answer, depth and hash; restore the file, or \
                     write it again with `mousetrap generate`",
                )
            })?;
            cases.push(LockedCase::from_columns(&columns));
        }
        Ok(Self { cases })
    }

    /// Returns the text of the lock file.
    pub(crate) fn to_text(&self) -> String {
        let lines = self.cases.iter().map(|case| format!("{}\n", case.line));
        LOCK_HEADER.to_owned() + &lines.collect::<String>()
    }

    /// Returns the lines of one suite.
    pub(crate) fn cases_of_suite(&self, suite: &SuiteName) -> Vec<LockedCase> {
        let prefix = format!("{suite}/");
        let cases = self.cases.iter();
        let cases = cases.filter(|locked| locked.case.starts_with(&prefix));
        cases.cloned().collect()
    }

    /// Returns a copy of the lock in which the lines of `suites` are replaced. The lock has the
    /// suites in `known`, in this order, and no others.
    pub(crate) fn with_suites(&self, suites: &[Suite], known: &[SuiteName]) -> Self {
        let lines = |name: &SuiteName| match suites.iter().find(|suite| suite.name == *name) {
            Some(suite) => LockedCase::lines_of_suite(suite),
            None => self.cases_of_suite(name),
        };
        Self {
            cases: known.iter().flat_map(lines).collect(),
        }
    }
}

/// Returns the changed, added and removed cases in the style of a diff, with `-` before the
/// recorded line and `+` before the current line.
pub(crate) fn diff_cases(mut recorded: Vec<LockedCase>, found: &[LockedCase]) -> Vec<String> {
    let mut differences = Vec::new();
    for new in found {
        let known = recorded.iter().position(|old| old.case == new.case);
        match known.map(|known| recorded.remove(known)) {
            Some(old) if old == *new => {}
            Some(old) => differences.push(format!("- {}\n+ {}", old.line, new.line)),
            None => differences.push(format!("+ {}", new.line)),
        }
    }
    differences.extend(recorded.iter().map(|old| format!("- {}", old.line)));
    differences
}

/// Returns the differences between the lock file and all cases of these suites, in the style of a
/// diff.
///
/// # Errors
/// Returns an error if the lock file cannot be read.
pub fn compare_with_lock(root: &Project, suites: &[Suite]) -> Result<Vec<String>, SuiteError> {
    let lock = LockFile::read(root)?;
    let compare = |suite: &Suite| {
        diff_cases(
            lock.cases_of_suite(&suite.name),
            &LockedCase::lines_of_suite(suite),
        )
    };
    Ok(suites.iter().flat_map(compare).collect())
}

/// Compares the generated cases of a suite with the lock file, if the lock file contains the suite.
/// Cases of the collection are not compared.
pub(crate) fn check_suite(root: &Project, suite: &Suite) -> Result<(), SuiteError> {
    let mut recorded = LockFile::read(root)?.cases_of_suite(&suite.name);
    if recorded.is_empty() {
        return Ok(());
    }
    let mut found = LockedCase::lines_of_suite(suite);
    let generated = found.split_off(suite.collected);
    let collected: BTreeSet<&str> = found.iter().map(|locked| &*locked.case).collect();
    recorded.retain(|locked| !collected.contains(&*locked.case));
    match diff_cases(recorded, &generated).into_iter().next() {
        None => Ok(()),
        Some(difference) => {
            let SuiteName { game, suite } = &suite.name;
            let message = format!(
                "differs from {LOCK_FILE}; first difference:\n{difference}\nrestore the recipe or \
                 the lock, or accept the new cases with `mousetrap generate {suite} --problem {game}`"
            );
            Err(SuiteError::new(format!("suite {game}/{suite}"), message))
        }
    }
}
