//! Submissions with similar code.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A group of submissions with similar code. Comments and layout do not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SimilarGroup {
    /// How similar they are.
    pub similarity: Similarity,
    /// Their indices in the run; at least two, of one problem and language.
    pub submissions: Vec<usize>,
}

/// How similar submissions are.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Similarity {
    /// The same code.
    Same,
    /// The same code with other names.
    Renamed,
    /// This many percent of the tokens are common and in the same order, apart from names.
    Percent(u8),
}
