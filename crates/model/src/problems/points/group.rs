//! Groups of cases with points, as `judge.toml` defines them.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::amount::Points;
use crate::CaseId;

/// How the cases of a group give its points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// All points if every case is accepted, else none.
    #[default]
    AllOrNothing,
    /// Points in proportion to the accepted cases.
    Proportional,
}

/// Selects a suite, `hidden`, or a family in it, `hidden/mouse-win`: the cases whose
/// name is that of the family, or continues with `-` and a digit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct CaseSelector {
    text: String,
    /// The line of `judge.toml`; 0 if it was not read there.
    pub(super) line: usize,
}

impl CaseSelector {
    /// The selector with this text, from this line of `judge.toml`.
    pub const fn new(text: String, line: usize) -> Self {
        Self { text, line }
    }

    /// The suite that it selects cases of.
    pub fn suite(&self) -> &str {
        self.text.split('/').next().unwrap_or_default()
    }

    /// Returns whether it selects this case.
    pub fn selects(&self, case: &CaseId) -> bool {
        let Some(rest) = case.0.strip_prefix(&self.text) else {
            return false;
        };
        if !self.text.contains('/') {
            return rest.starts_with('/');
        }
        let number = rest.strip_prefix('-');
        rest.is_empty() || number.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    }
}

impl From<String> for CaseSelector {
    fn from(text: String) -> Self {
        Self::new(text, 0)
    }
}

impl From<CaseSelector> for String {
    fn from(selector: CaseSelector) -> Self {
        selector.text
    }
}

impl fmt::Display for CaseSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

/// A group of cases with points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PointGroup {
    /// Its name, unique within its problem.
    pub name: String,
    /// The points for all of its cases.
    pub points: Points,
    /// How its cases give these points.
    pub scoring: Scoring,
    /// Which cases are in it, unless an earlier group has them.
    pub cases: Vec<CaseSelector>,
}

/// The groups of a problem, as `judge.toml` has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointScheme {
    /// The file, for errors.
    pub file: String,
    /// The groups, in the order in which they take cases.
    pub groups: Vec<PointGroup>,
}
