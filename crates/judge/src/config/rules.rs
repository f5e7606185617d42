//! The part of a project's configuration that is sent to workers on other machines.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::project::Config;
use super::reader::KnownSuites;
use mousetrap_languages::BindPolicy;
use mousetrap_model::{Limits, Problem};
use mousetrap_problems::definition::Definition;
use mousetrap_util::project::Project;
use mousetrap_util::toml_file::TomlError;

/// The configuration that a worker without the project's files needs for giving the same verdicts:
/// the project's `judge.toml` without suites and points, and its custom problems.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SharedRules {
    /// The text of the tables `limits`, `judge`, `compile` and `languages`.
    pub(super) text: String,
    /// Whether the project's language definitions may expose any path of the host in the sandbox.
    pub(super) any_path: bool,
    /// The custom problems, each with its default limits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) own: Vec<(Problem, Limits)>,
}

impl SharedRules {
    /// Returns these rules with an additional custom problem, which replaces a problem with the
    /// same id.
    #[must_use]
    pub fn with_problem(mut self, problem: Problem) -> Self {
        self.own.retain(|(known, _)| known.id != problem.id);
        self.own.push((problem, Limits::DEFAULT));
        self
    }
}

impl Config {
    /// Creates a project's configuration on a machine that does not have the project's files. The
    /// result has no suites and no points, and its custom problems have no constraints and no
    /// programs other than checkers.
    ///
    /// # Errors
    /// Returns an error with the violated rule and its line number.
    pub fn from_rules(rules: &SharedRules, known: KnownSuites<'_>) -> Result<Self, TomlError> {
        let policy = if rules.any_path {
            BindPolicy::Any
        } else {
            BindPolicy::Toolchains
        };
        let mut config = Self::parse_with(&Project::default(), &rules.text, known, policy)?;
        for (problem, limits) in &rules.own {
            let definition = Definition::without_project_files(problem.clone(), *limits);
            config.problems.push(Arc::clone(&definition.problem));
            config.definitions.push(definition);
        }
        config.rules = rules.clone();
        Ok(config)
    }
}
