//! Names of cases.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Names a case within its problem: `suite/name`, for example
/// `hidden/walls-017`.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(transparent)]
pub struct CaseId(pub String);

impl CaseId {
    /// The suite it belongs to.
    pub fn suite(&self) -> &str {
        self.0.split('/').next().unwrap_or_default()
    }

    /// Its name within the suite.
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }
}

impl fmt::Display for CaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
