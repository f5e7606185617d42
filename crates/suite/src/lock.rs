//! `cases/cases.lock`: a line per case that proves what it is.
//!
//! ```text
//! 1728/hidden/walls-001  true   11  d4e5…
//! ```
//!
//! The columns are the case, its answer, the depth of the forced end (`-` if
//! there is none) and the SHA-256 of input and answer with a NUL between. A
//! diff of the file shows which cases changed and how.

use std::fmt;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::case::{Case, Suite, SuiteName};
use super::error::SuiteError;
use mousetrap_base::printable::hexadecimal;
use mousetrap_base::root::Root;

/// Where the lock lies in a project.
pub(super) const FILE: &str = "cases/cases.lock";

const HEADER: &str = "\
# Every case: name, answer, depth of the forced end, SHA-256 of input and answer.
# Written by `mousetrap generate`; `mousetrap generate --check` compares.
";

/// One line of the lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockedCase {
    /// `problem/suite/name`.
    pub case: String,
    /// The answer.
    pub answer: String,
    /// The depth in plies, or `-`.
    pub depth: String,
    /// SHA-256 over input and answer, in hexadecimal.
    pub hash: String,
}

impl LockedCase {
    /// The line for a case.
    pub fn of(suite: &SuiteName, case: &Case) -> Self {
        let mut hash = Sha256::new();
        hash.update(&case.input);
        hash.update([0]);
        hash.update(case.answer);
        let depth = case.outcome.depth();
        Self {
            case: format!("{}/{}", suite.problem, case.id),
            answer: case.answer.to_owned(),
            depth: depth.map_or("-".to_owned(), |depth| depth.to_string()),
            hash: hexadecimal(&hash.finalize()),
        }
    }

    /// The lines that prove the cases of a suite.
    pub fn all(suite: &Suite) -> Vec<Self> {
        let cases = suite.cases.iter();
        cases.map(|case| Self::of(&suite.name, case)).collect()
    }

    /// Whether the case belongs to this suite.
    fn is_of(&self, suite: &SuiteName) -> bool {
        let rest = self.case.strip_prefix(suite.problem.id());
        let rest = rest.and_then(|rest| rest.strip_prefix('/'));
        let rest = rest.and_then(|rest| rest.strip_prefix(suite.suite.as_str()));
        rest.is_some_and(|rest| rest.starts_with('/'))
    }
}

impl fmt::Display for LockedCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            case,
            answer,
            depth,
            hash,
        } = self;
        write!(f, "{case:<32} {answer:<5} {depth:>4}  {hash}")
    }
}

/// What is not as recorded: a case that changed, was added or was removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What the lock says.
    pub recorded: Option<LockedCase>,
    /// What is found now.
    pub found: Option<LockedCase>,
}

impl fmt::Display for Difference {
    /// As in a diff: `-` before what the lock says, `+` before what is found.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let recorded = self.recorded.iter().map(|line| format!("- {line}"));
        let found = self.found.iter().map(|line| format!("+ {line}"));
        let lines: Vec<String> = recorded.chain(found).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// The whole lock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lock {
    /// Its lines, suite by suite.
    pub cases: Vec<LockedCase>,
}

impl Lock {
    /// Reads the lock of a project; empty where there is none.
    ///
    /// # Errors
    /// If it cannot be read, or a line is not as [`Lock`] writes it.
    pub(crate) fn read(root: &Root) -> Result<Self, SuiteError> {
        let file = Path::new(FILE);
        let text = root.read_text(file).map_err(SuiteError::io(file))?;
        text.map_or_else(|| Ok(Self::default()), |text| Self::parse(&text))
    }

    fn parse(text: &str) -> Result<Self, SuiteError> {
        let mut cases = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            let columns: Vec<&str> = line.split_whitespace().collect();
            let &[case, answer, depth, hash] = columns.as_slice() else {
                return Err(SuiteError::rule(
                    format!("{FILE}:{number}"),
                    "a line is case, answer, depth and hash; restore the file or write it anew \
                     with `mousetrap generate`",
                ));
            };
            cases.push(LockedCase {
                case: case.to_owned(),
                answer: answer.to_owned(),
                depth: depth.to_owned(),
                hash: hash.to_owned(),
            });
        }
        Ok(Self { cases })
    }

    /// The content of the file.
    pub(crate) fn text(&self) -> String {
        let mut text = HEADER.to_owned();
        for case in &self.cases {
            text.push_str(&case.to_string());
            text.push('\n');
        }
        text
    }

    /// The lines of one suite.
    pub(crate) fn of_suite(&self, suite: &SuiteName) -> Vec<LockedCase> {
        let cases = self.cases.iter().filter(|case| case.is_of(suite));
        cases.cloned().collect()
    }

    /// The lines of the generated cases of a suite; none where the lock does
    /// not know the suite. Cases written by hand prove themselves.
    pub(super) fn generated(&self, suite: &Suite) -> Option<Vec<LockedCase>> {
        let mut recorded = self.of_suite(&suite.name);
        if recorded.is_empty() {
            return None;
        }
        let by_hand = &suite.cases[..suite.by_hand];
        let is_by_hand = |case: &LockedCase| {
            let mut ids = by_hand.iter().map(|hand| &hand.id);
            ids.any(|id| case.case == format!("{}/{id}", suite.name.problem))
        };
        recorded.retain(|case| !is_by_hand(case));
        Some(recorded)
    }

    /// Replaces the lines of one suite.
    pub(crate) fn replace(&mut self, suite: &SuiteName, cases: Vec<LockedCase>) {
        self.cases.retain(|case| !case.is_of(suite));
        self.cases.extend(cases);
    }

    /// Puts suites into the order given and drops those that are not named.
    pub(super) fn arrange(&mut self, known: &[SuiteName]) {
        self.cases = known
            .iter()
            .flat_map(|suite| self.of_suite(suite))
            .collect();
    }

    /// What differs, in the order of what is found; removed cases last.
    pub(crate) fn compare(recorded: Vec<LockedCase>, found: &[LockedCase]) -> Vec<Difference> {
        let mut recorded: Vec<Option<LockedCase>> = recorded.into_iter().map(Some).collect();
        let mut differences = Vec::new();
        for found in found {
            let same_name = |line: &&mut Option<LockedCase>| {
                line.as_ref().is_some_and(|line| line.case == found.case)
            };
            let old = recorded.iter_mut().find(same_name).and_then(Option::take);
            if old.as_ref() != Some(found) {
                differences.push(Difference {
                    recorded: old,
                    found: Some(found.clone()),
                });
            }
        }
        differences.extend(recorded.into_iter().flatten().map(|line| Difference {
            recorded: Some(line),
            found: None,
        }));
        differences
    }
}
