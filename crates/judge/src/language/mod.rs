//! Languages: how a source is recognised, wrapped, compiled and run.
//!
//! `languages.toml` holds a row per language, `drivers/<language>/` the real source
//! files that turn a pasted function into a program; `wrap/` adapts its text where
//! that depends on it. The way of a submission:
//!
//! ```text
//! detect(file) ─▶ Detected ─▶ probe(language) ─▶ Toolchain ─▶ stage ─▶ Staged
//! ```

mod binds;
mod code;
mod detect;
mod detected;
mod embedded;
mod error;
mod fence;
mod form;
mod misplaced;
mod pattern;
mod probe;
mod row;
mod setup;
mod sound;
mod spec;
mod table;
#[cfg(test)]
mod tests;
mod tool_output;
mod versions;
mod wrap;

pub(crate) use code::Code;
pub(crate) use detect::detect;
pub(crate) use detected::{Detected, Hints};
pub use embedded::{driver, stub};
pub(crate) use error::LanguageError;
pub use fence::Fence;
pub(crate) use fence::fence_hint;
pub(crate) use misplaced::misplaced;
pub(crate) use pattern::Exception;
pub(crate) use probe::ProbeError;
pub use probe::{Probed, Toolchain, probe, probe_anew, toolchains_dir};
pub(crate) use row::FromProject;
pub use row::{Commands, Language};
pub use setup::{install_commands, setup_script};
pub(crate) use spec::{StageNeeds, Staged, StagedFile, TOOL_PATH};
pub(crate) use table::BindPolicy;
pub use table::Languages;
pub(crate) use versions::VERSIONS;
pub(crate) use wrap::{checked, nothing, stage};
