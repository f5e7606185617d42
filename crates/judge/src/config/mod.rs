//! Reading and validation of the configuration file `judge.toml`.

mod project;
mod reader;

pub use project::{
    CONFIG_FILE_NAME, Config, ConfigError, DEFAULT_COMPILE_LIMITS, JudgeOptions, Rules,
};
pub use reader::KnownSuites;
