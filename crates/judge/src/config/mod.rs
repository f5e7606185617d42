//! Reading and validation of the configuration file `judge.toml`.

mod project;
mod reader;
mod remote_project;
#[cfg(test)]
mod tests;
mod worker_config;

pub use project::{CONFIG_FILE_NAME, Config, ConfigError, DEFAULT_COMPILE_LIMITS, JudgeOptions};
pub use reader::KnownSuites;
pub use worker_config::WorkerConfig;
