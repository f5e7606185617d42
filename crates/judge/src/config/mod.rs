//! Reading and validation of the configuration file `judge.toml`.

mod project;
mod reader;
#[cfg(test)]
mod tests;
mod worker_config;

pub use project::{Config, ConfigError, DEFAULT_COMPILE_LIMITS, JudgeOptions};
pub use reader::KnownSuites;
pub use worker_config::WorkerConfig;

/// The name of the configuration file. A directory with this file is a project.
pub const CONFIG_FILE_NAME: &str = "judge.toml";
