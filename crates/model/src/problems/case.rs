//! Cases that submissions are run on.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Limits;

/// A case that submissions are run on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Its name.
    pub id: CaseId,
    /// The text that a driver or a complete program reads.
    pub input: String,
    /// The arguments of the function, each on a line of its own, in JSON.
    pub arguments: String,
    /// The limit on the number of plies, which the texts do not contain; none for a problem
    /// without such a limit.
    pub max_plies: Option<u32>,
    /// The jury answer, in canonical spelling; empty if it is not known, so that each reply of
    /// the right type is accepted.
    pub answer: String,
    /// What one run on this case may use, before the factors of the language.
    pub limits: Limits,
}

impl Case {
    /// The case and both replies, as the author of a submission sees them.
    pub fn failing(&self, reply: Option<String>) -> FailingCase {
        FailingCase {
            input: self.input.clone(),
            arguments: self.arguments.clone(),
            max_plies: self.max_plies,
            answer: self.answer.clone(),
            reply,
        }
    }
}

/// A case that a submission failed, and both replies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailingCase {
    /// The text that a complete program reads.
    pub input: String,
    /// The arguments of the function, each on a line of its own, in JSON.
    pub arguments: String,
    /// The limit on the number of plies, which the texts do not contain. Left out for a
    /// problem without such a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u32>,
    /// The jury answer.
    pub answer: String,
    /// The submission's reply, cut to 256 bytes; left out if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
}

/// Names a case within its problem: `suite/name`, for example
/// `hidden/walls-017`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
