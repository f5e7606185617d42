//! The configuration of a project whose files are on another machine.

use std::sync::Arc;

use super::project::Config;
use super::reader::KnownSuites;
use super::worker_config::WorkerConfig;
use mousetrap_languages::BindPolicy;
use mousetrap_problems::definition::Definition;
use mousetrap_util::project::Project;
use mousetrap_util::toml_file::TomlError;

impl Config {
    /// Creates a project's configuration on a machine that does not have the project's files. The
    /// result has no suites and no points, and its custom problems have no constraints and no
    /// programs other than checkers.
    ///
    /// # Errors
    /// Returns an error with the violated rule and its line number.
    pub fn for_worker(received: &WorkerConfig, known: KnownSuites<'_>) -> Result<Self, TomlError> {
        let policy = if received.any_path {
            BindPolicy::Any
        } else {
            BindPolicy::Toolchains
        };
        let (root, text) = (Project::default(), &received.text);
        let mut config = Self::parse_with_host_path_policy(&root, text, known, policy)?;
        for (problem, limits) in &received.own {
            let definition = Definition::without_project_files(problem.clone(), *limits);
            config.problems.push(Arc::clone(&definition.problem));
            config.definitions.push(definition);
        }
        config.worker_config = received.clone();
        Ok(config)
    }
}
