//! The rules of judging that a project shares with workers on other machines.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::project::Config;
use super::reader::KnownSuites;
use mousetrap_languages::BindPolicy;
use mousetrap_model::{Limits, Problem};
use mousetrap_problems::definition::Definition;
use mousetrap_util::root::Root;
use mousetrap_util::toml_file::TomlError;

/// The rules that a machine without the project needs for judging exactly as the project does: the
/// project's `judge.toml` without suites and points, and its custom problems.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// The text of the tables `limits`, `judge`, `compile` and `languages`.
    pub(super) text: String,
    /// Whether the project's languages may show arbitrary paths of the host to programs.
    pub(super) any_path: bool,
    /// The custom problems, each with its default limits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) own: Vec<(Problem, Limits)>,
}

impl Rules {
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
    /// Returns the configuration of a project on another machine, without suites and points. The
    /// custom problems have no constraints and no programs other than checkers.
    ///
    /// # Errors
    /// Returns the violated rule and its line.
    pub fn from_rules(rules: &Rules, known: KnownSuites<'_>) -> Result<Self, TomlError> {
        let policy = if rules.any_path {
            BindPolicy::Any
        } else {
            BindPolicy::Toolchains
        };
        let mut config = Self::parse_with(&Root::default(), &rules.text, known, policy)?;
        for (problem, limits) in &rules.own {
            let definition = Definition::without_project_files(problem.clone(), *limits);
            config.problems.push(Arc::clone(&definition.problem));
            config.definitions.push(definition);
        }
        config.rules = rules.clone();
        Ok(config)
    }
}
