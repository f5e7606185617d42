//! `judge.toml`, the configuration file, read into validated options.

mod project;
mod reader;

pub use project::{Config, ConfigError, DEFAULT_COMPILE_LIMITS, FILE, JudgeOptions, Rules};
pub use reader::Known;
