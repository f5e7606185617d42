//! Reading and validation of the configuration file `judge.toml`.

mod from_rules;
mod project;
mod reader;
mod rules;
#[cfg(test)]
mod tests;

pub use project::{CONFIG_FILE_NAME, Config, ConfigError, DEFAULT_COMPILE_LIMITS, JudgeOptions};
pub use reader::KnownSuites;
pub use rules::SharedRules;
