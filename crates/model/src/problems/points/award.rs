//! The points of a submission.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::amount::Points;

/// The points of a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Award {
    /// The points that it has.
    pub points: Points,
    /// The points that it could have.
    pub available: Points,
    /// The points by group; left out of a redacted report.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupAward>,
}

/// The points of a submission for one group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GroupAward {
    /// The name of the group.
    pub name: String,
    /// The points that it has.
    pub points: Points,
    /// The points that it could have.
    pub available: Points,
    /// The number of accepted cases.
    pub accepted: usize,
    /// The number of cases.
    pub cases: usize,
}

impl fmt::Display for Award {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.points, self.available)
    }
}
