//! `judge.toml`, the configuration file, read into validated options.

mod options;
mod project;
mod reader;

pub use options::JudgeOptions;
pub use project::{Config, ConfigError, DEFAULT_COMPILE_LIMITS, FILE, Rules};
pub use reader::Known;
