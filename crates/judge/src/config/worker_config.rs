//! The part of a project's configuration that is sent to workers on other machines.

use serde::{Deserialize, Serialize};

use mousetrap_model::{Limits, Problem};

/// The configuration that a worker without the project's files needs in order to reach the same
/// verdicts: the project's `judge.toml` without suites and points, and its custom problems.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkerConfig {
    /// The text of the tables `limits`, `judge`, `compile` and `languages`.
    pub(super) text: String,
    /// Whether the project's language definitions may expose arbitrary host paths in the sandbox.
    pub(super) any_path: bool,
    /// The custom problems, each with its default limits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) own: Vec<(Problem, Limits)>,
}

impl WorkerConfig {
    /// Returns this configuration with an additional custom problem, which replaces a problem with
    /// the same id.
    #[must_use]
    pub fn with_problem(mut self, problem: Problem) -> Self {
        self.own.retain(|(known, _)| known.id != problem.id);
        self.own.push((problem, Limits::DEFAULT));
        self
    }
}
