//! `cases/cases.lock`: a line per case, with the hash of its input and answer; and checking
//! suites against it.
//!
//! ```text
//! 1728/hidden/walls-001  true   11  d4e5…
//! ```
//!
//! The columns are the case, its answer, the depth of the forced end (`-` if there is
//! none), and the SHA-256 of input and answer with a NUL between them. A diff of the file
//! shows which cases changed and how.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::case::{GameCase, Suite, SuiteName};
use crate::error::SuiteError;
use crate::files::read_text;
use mousetrap_util::printable::hexadecimal;
use mousetrap_util::root::Root;

/// The path of the lock in a project.
pub(crate) const FILE: &str = "cases/cases.lock";

const HEADER: &str = "\
# Every case: name, answer, depth of the forced end, SHA-256 of input and answer.
# Written by `mousetrap generate`; `mousetrap generate --check` compares.
";

/// One line of the lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockedCase {
    /// `problem/suite/name`.
    case: String,
    /// The entire line.
    line: String,
}

impl LockedCase {
    /// Returns the line of a case.
    fn new(suite: &SuiteName, case: &GameCase) -> Self {
        let mut hash = Sha256::new();
        hash.update(&case.input);
        hash.update([0]);
        hash.update(case.answer);
        let hash = hexadecimal(&hash.finalize());
        let depth = case.outcome.depth();
        let depth = depth.map_or("-".to_owned(), |depth| depth.to_string());
        let name = format!("{}/{}", suite.game, case.id);
        Self::from_columns(&[&name, case.answer, &depth, &hash])
    }

    /// Formats a line: case, answer, depth in plies, hash.
    fn from_columns(&[case, answer, depth, hash]: &[&str; 4]) -> Self {
        Self {
            case: case.to_owned(),
            line: format!("{case:<32} {answer:<5} {depth:>4}  {hash}"),
        }
    }

    /// Returns the lines of all cases of a suite.
    pub(crate) fn all(suite: &Suite) -> Vec<Self> {
        let cases = suite.cases.iter();
        cases.map(|case| Self::new(&suite.name, case)).collect()
    }

    /// Returns whether the case belongs to this suite.
    fn is_of(&self, suite: &SuiteName) -> bool {
        self.case.starts_with(&format!("{suite}/"))
    }
}

/// A difference between the lock and a suite: a case that changed, was added or was
/// removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The line of the lock.
    pub recorded: Option<LockedCase>,
    /// The line of the case as it is now.
    pub found: Option<LockedCase>,
}

impl fmt::Display for Difference {
    /// As in a diff: `-` before the line of the lock, `+` before the present line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let recorded = self.recorded.iter().map(|case| format!("- {}", case.line));
        let found = self.found.iter().map(|case| format!("+ {}", case.line));
        let lines: Vec<String> = recorded.chain(found).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// The entire lock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lock {
    /// The lines, suite by suite.
    pub cases: Vec<LockedCase>,
}

impl Lock {
    /// Reads the lock of a project. It is empty if the file does not exist.
    ///
    /// # Errors
    /// If the file cannot be read, or a line does not have four columns.
    pub(crate) fn read(root: &Root) -> Result<Self, SuiteError> {
        let text = read_text(root, Path::new(FILE))?;
        Self::parse(&text.unwrap_or_default())
    }

    fn parse(text: &str) -> Result<Self, SuiteError> {
        let mut cases = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            let columns: Vec<&str> = line.split_whitespace().collect();
            let columns = columns.try_into().map_err(|_| {
                SuiteError::rule(
                    format!("{FILE}:{number}"),
                    "a line is case, answer, depth and hash; restore the file or write it anew \
                     with `mousetrap generate`",
                )
            })?;
            cases.push(LockedCase::from_columns(&columns));
        }
        Ok(Self { cases })
    }

    /// Returns the content of the file.
    pub(crate) fn text(&self) -> String {
        let lines = self.cases.iter().map(|case| format!("{}\n", case.line));
        HEADER.to_owned() + &lines.collect::<String>()
    }

    /// Returns the lines of one suite.
    pub(crate) fn of_suite(&self, suite: &SuiteName) -> Vec<LockedCase> {
        let cases = self.cases.iter().filter(|case| case.is_of(suite));
        cases.cloned().collect()
    }

    /// Returns the lines of the generated cases of a suite, or `None` if the lock does not
    /// know the suite. Hand-written cases may change without the lock.
    pub(crate) fn generated(&self, suite: &Suite) -> Option<Vec<LockedCase>> {
        let mut recorded = self.of_suite(&suite.name);
        if recorded.is_empty() {
            return None;
        }
        let game = suite.name.game;
        let by_hand = suite.cases[..suite.by_hand].iter();
        let by_hand: BTreeSet<_> = by_hand.map(|case| format!("{game}/{}", case.id)).collect();
        recorded.retain(|line| !by_hand.contains(&line.case));
        Some(recorded)
    }

    /// Returns the lock with the lines of these suites replaced, in the order of `known`. Drops
    /// other suites.
    pub(crate) fn updated(&self, suites: &[Suite], known: &[SuiteName]) -> Self {
        let lines = |name: &SuiteName| match suites.iter().find(|suite| suite.name == *name) {
            Some(suite) => LockedCase::all(suite),
            None => self.of_suite(name),
        };
        Self {
            cases: known.iter().flat_map(lines).collect(),
        }
    }

    /// Returns the differences in the order of `found`; removed cases come last.
    pub(crate) fn compare(mut recorded: Vec<LockedCase>, found: &[LockedCase]) -> Vec<Difference> {
        let mut differences = Vec::new();
        for new in found {
            let old = recorded.iter().position(|old| old.case == new.case);
            let recorded = old.map(|old| recorded.remove(old));
            if recorded.as_ref() != Some(new) {
                let found = Some(new.clone());
                differences.push(Difference { recorded, found });
            }
        }
        differences.extend(recorded.into_iter().map(|old| Difference {
            recorded: Some(old),
            found: None,
        }));
        differences
    }
}

/// Returns the differences between the lock and all cases of these suites.
///
/// # Errors
/// If the lock cannot be read.
pub fn compare_with_lock(root: &Root, suites: &[Suite]) -> Result<Vec<Difference>, SuiteError> {
    let lock = Lock::read(root)?;
    let compare =
        |suite: &Suite| Lock::compare(lock.of_suite(&suite.name), &LockedCase::all(suite));
    Ok(suites.iter().flat_map(compare).collect())
}

/// Checks the generated cases of a suite against the lock, if the lock knows the suite.
pub(crate) fn check_suite(root: &Root, suite: &Suite) -> Result<(), SuiteError> {
    if let Some(recorded) = Lock::read(root)?.generated(suite) {
        let found = LockedCase::all(suite).split_off(suite.by_hand);
        if let Some(difference) = Lock::compare(recorded, &found).into_iter().next() {
            return Err(SuiteError::Locked {
                suite: suite.name.clone(),
                difference: difference.to_string(),
            });
        }
    }
    Ok(())
}
