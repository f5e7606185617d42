//! What the runtimes and compilers of a language need beyond what every job may
//! do.

use mousetrap_sandbox::Needs;
use serde::Deserialize;

/// What the two kinds of jobs of a language need.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StageNeeds {
    /// To compile. Compilers may always start processes.
    pub compile: Needs,
    /// To run.
    pub run: Needs,
}
