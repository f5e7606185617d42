//! `judge.toml`, the configuration file, read into validated options.

mod project;
mod reader;
mod rules;
#[cfg(test)]
mod tests;

pub use project::{Config, ConfigError, DEFAULT_COMPILE_LIMITS, FILE, JudgeOptions};
pub use reader::Known;
pub use rules::Rules;
