//! Test cases: the inputs that submissions are run on.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Limits;

/// A test case: an input, its expected answer and its limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The name of the case, with its suite.
    pub id: CaseId,
    /// The input text that a driver or a complete program reads.
    pub input: String,
    /// The arguments of the function in JSON, one per line.
    pub arguments: String,
    /// The maximum number of plies, which is not part of the input; `None` if the problem has no
    /// such limit.
    pub max_plies: Option<u32>,
    /// The jury answer in its canonical form. Empty if the answer is unknown; in that case, every
    /// reply of the right type is accepted.
    pub answer: String,
    /// The limits of one run on this case, before they are scaled by the factors of the language.
    pub limits: Limits,
}

impl Case {
    /// Returns the parts of a failed case that the author of the submission may see.
    pub fn failing_case(&self, reply: Option<String>) -> FailingCase {
        FailingCase {
            input: self.input.clone(),
            arguments: self.arguments.clone(),
            max_plies: self.max_plies,
            answer: self.answer.clone(),
            reply,
        }
    }
}

/// A case that a submission failed, with the jury answer and the submission's reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailingCase {
    /// The input text that a complete program reads.
    pub input: String,
    /// The arguments of the function in JSON, one per line.
    pub arguments: String,
    /// The maximum number of plies, which is not part of the input; omitted if the problem has no
    /// such limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u32>,
    /// The jury answer.
    pub answer: String,
    /// The submission's reply, truncated to 256 bytes; omitted if there was no reply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
}

/// The name of a case, unique within its problem: `suite/name`, for example `hidden/walls-017`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CaseId(pub String);

impl CaseId {
    /// Returns the name of the suite.
    pub fn suite(&self) -> &str {
        self.0.split('/').next().unwrap_or_default()
    }

    /// Returns the family of the case, with its suite: `hidden/walls` for `hidden/walls-017`.
    pub fn family(&self) -> &str {
        let mut dashes = self.0.match_indices('-').map(|(index, _)| index);
        let end =
            dashes.find(|dash| self.0[dash + 1..].starts_with(|next: char| next.is_ascii_digit()));
        &self.0[..end.unwrap_or(self.0.len())]
    }

    /// Returns the name of the case within its suite.
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }
}

impl fmt::Display for CaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
