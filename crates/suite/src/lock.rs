//! Reads and writes the lock file `cases/cases.lock`, and compares suites with it. The file has one
//! line per case, with a hash of the case.
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

use crate::case::{GameCase, Suite, SuiteName};
use crate::error::SuiteError;
use crate::project_files::read_text;
use mousetrap_util::digest::digest_of_bytes;
use mousetrap_util::project::Project;

/// The path of the lock file in a project.
pub(crate) const LOCK_FILE: &str = "cases/cases.lock";

const LOCK_HEADER: &str = "\
# Every case: name, answer, depth of the forced end, SHA-256 of input and answer. Written by
# `mousetrap generate`; `mousetrap generate --check` compares.
";

/// Returns the lock file's lines for all cases of a suite.
pub(crate) fn lines_of_suite(suite: &Suite) -> Vec<String> {
    let line = |case: &GameCase| {
        let name = format!("{}/{}", suite.name.game, case.id);
        let depth = case.outcome.depth();
        let depth = depth.map_or("-".to_owned(), |depth| depth.to_string());
        let hash = digest_of_bytes(format!("{}\0{}", case.input, case.answer).as_bytes());
        format_line(&[&name, case.answer, &depth, &hash])
    };
    suite.cases.iter().map(line).collect()
}

fn format_line([case, answer, depth, hash]: &[&str; 4]) -> String {
    format!("{case:<32} {answer:<5} {depth:>4}  {hash}")
}

/// Returns the case name, such as `1728/hidden/walls-001`, from a line of the lock file.
fn case_name(line: &str) -> &str {
    line.split(' ').next().unwrap_or_default()
}

/// The content of the lock file.
#[derive(Debug)]
pub(crate) struct LockFile {
    /// The lines, grouped by suite.
    lines: Vec<String>,
}

impl LockFile {
    /// Reads the lock file of a project. The lock is empty if the file does not exist.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or if a line does not have four columns.
    pub(crate) fn read(root: &Project) -> Result<Self, SuiteError> {
        let text = read_text(root, Path::new(LOCK_FILE))?.unwrap_or_default();
        let mut lines = Vec::new();
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
            lines.push(format_line(&columns));
        }
        Ok(Self { lines })
    }

    /// Returns the text of the lock file.
    pub(crate) fn to_text(&self) -> String {
        let lines = self.lines.iter().map(|line| format!("{line}\n"));
        LOCK_HEADER.to_owned() + &lines.collect::<String>()
    }

    /// Returns the lines of one suite.
    pub(crate) fn lines_of_suite(&self, suite: &SuiteName) -> Vec<String> {
        let prefix = format!("{suite}/");
        let lines = self.lines.iter();
        lines
            .filter(|line| line.starts_with(&prefix))
            .cloned()
            .collect()
    }

    /// Returns a copy of the lock file in which the lines of `suites` are replaced. The copy lists
    /// exactly the suites in `known`, in the same order.
    pub(crate) fn with_suites(&self, suites: &[Suite], known: &[SuiteName]) -> Self {
        let lines = |name: &SuiteName| match suites.iter().find(|suite| suite.name == *name) {
            Some(suite) => lines_of_suite(suite),
            None => self.lines_of_suite(name),
        };
        Self {
            lines: known.iter().flat_map(lines).collect(),
        }
    }
}

/// Returns the changed, added and removed cases in the style of a diff, with `-` before the
/// recorded line and `+` before the current line.
fn diff_lines(mut recorded: Vec<String>, found: &[String]) -> Vec<String> {
    let mut differences = Vec::new();
    for new in found {
        let known = recorded
            .iter()
            .position(|old| case_name(old) == case_name(new));
        match known.map(|known| recorded.remove(known)) {
            Some(old) if old == *new => {}
            Some(old) => differences.push(format!("- {old}\n+ {new}")),
            None => differences.push(format!("+ {new}")),
        }
    }
    differences.extend(recorded.iter().map(|old| format!("- {old}")));
    differences
}

/// Returns the differences between the lock file and all cases of these suites, in the style of a
/// diff.
///
/// # Errors
/// Returns an error if the lock file cannot be read.
pub fn compare_with_lock(root: &Project, suites: &[Suite]) -> Result<Vec<String>, SuiteError> {
    let lock = LockFile::read(root)?;
    let compare =
        |suite: &Suite| diff_lines(lock.lines_of_suite(&suite.name), &lines_of_suite(suite));
    Ok(suites.iter().flat_map(compare).collect())
}

/// Returns the suite if its generated cases match the lock file, or if the lock file does not contain
/// the suite. Cases of the collection are not compared.
pub(crate) fn ensure_matches_lock(root: &Project, suite: Suite) -> Result<Suite, SuiteError> {
    let mut recorded = LockFile::read(root)?.lines_of_suite(&suite.name);
    if recorded.is_empty() {
        return Ok(suite);
    }
    let mut found = lines_of_suite(&suite);
    let generated = found.split_off(suite.collected);
    let collected: BTreeSet<&str> = found.iter().map(|line| case_name(line)).collect();
    recorded.retain(|line| !collected.contains(case_name(line)));
    match diff_lines(recorded, &generated).first() {
        None => Ok(suite),
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
