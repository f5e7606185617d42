//! A run in numbers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A run in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// Submissions in all.
    pub submissions: usize,
    /// Those with the expected verdict.
    pub as_expected: usize,
    /// Those with another verdict.
    pub unexpected: usize,
    /// Those whose toolchain is missing.
    pub skipped: usize,
    /// Those on which the judge failed.
    pub failed: usize,
    /// Those without a verdict because the run was cut short.
    pub not_judged: usize,
    /// Files that cannot be judged; they are not among the submissions.
    #[serde(default)]
    pub refused: usize,
    /// Submissions whose result an earlier run gave.
    #[serde(default)]
    pub from_cache: usize,
    /// Those that are the same as another, and were judged once with it.
    #[serde(default)]
    pub same: usize,
    /// Runs of a submission on a case, repeats of borderline cases included.
    pub runs: usize,
}
