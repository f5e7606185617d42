//! Groups of cases that are worth points, as defined in `judge.toml`.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::amount::Points;
use crate::CaseId;

/// The rule that determines how many of a group's points a submission earns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// Awards all points if every case is accepted, otherwise none.
    #[default]
    AllOrNothing,
    /// Awards points in proportion to the number of accepted cases.
    Proportional,
}

/// Selects the cases of a suite (`hidden`) or of a family in a suite (`hidden/mouse-win`). A case
/// belongs to a family if its name is the name of the family, optionally followed by `-` and text
/// that begins with a digit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CaseSelector {
    text: String,
    /// The line number in `judge.toml`; 0 if the selector comes from elsewhere.
    #[serde(skip)]
    pub(super) line: usize,
}

impl CaseSelector {
    /// Creates a selector from its text and its line in `judge.toml`.
    pub const fn new(text: String, line: usize) -> Self {
        Self { text, line }
    }

    /// Returns the suite from which cases are selected.
    pub fn suite(&self) -> &str {
        self.text.split('/').next().unwrap_or_default()
    }

    /// Returns whether this selector selects the case.
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

impl fmt::Display for CaseSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

/// A group of cases that is worth points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PointGroup {
    /// The name of the group, unique within its problem.
    pub name: String,
    /// The points for all cases of the group.
    pub points: Points,
    /// The rule that determines how many of the points a submission earns.
    pub scoring: Scoring,
    /// The selectors of the group's cases. Cases that an earlier group selects are excluded.
    pub cases: Vec<CaseSelector>,
}

/// The point groups of a problem in `judge.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointScheme {
    /// The path of `judge.toml`, for error messages.
    pub file: String,
    /// The groups. A case belongs to the first group that selects it.
    pub groups: Vec<PointGroup>,
}
