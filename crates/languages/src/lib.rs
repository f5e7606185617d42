//! The programming languages of submissions: detection, wrapping, and preparation for compiling.
//!
//! `table/languages.toml` contains a row for each language. `drivers/<language>/` contains the
//! source files that turn a pasted function into a program, and templates for files that depend on
//! the problem's signature. A submission passes through these steps:
//!
//! ```text
//! detect(file) ─▶ Detection ─▶ probe(language) ─▶ Toolchain ─▶ stage ─▶ StagedSubmission
//! ```
//!
//! - `source`: the text of a submission without comments and strings
//! - `table`: the language table and its overrides in `judge.toml`
//! - `detect`: detection of a submission's language, form and problem
//! - `toolchain`: finding and installing toolchains
//! - `codec`: rendering drivers and stubs from a signature
//! - `stage`: wrapping a submission for its compiler
//!
//! This crate runs only the version commands of the built-in table. The judge runs all other
//! commands.

mod codec;
mod detect;
mod embedded_files;
mod placeholders;
mod source;
mod stage;
mod table;
#[cfg(test)]
mod tests;
mod toolchain;

pub use detect::{
    Detection, FormAmbiguity, KnownFacts, detect, entry_point_hint, fence_hint, unclosed_brace_hint,
};
pub use embedded_files::{driver_files, stub_source};
pub use source::{Fence, SourceText, Syntax};
pub use stage::{StagedFile, StagedSubmission, stage, stage_with_sanitizers, stub_submission};
pub use table::{
    BindPolicy, Commands, Exception, Hint, Language, Languages, PhasePermissions, TableError,
    TableRegex,
};
pub use toolchain::{
    TOOL_SEARCH_PATH, Toolchain, VERSIONS_DIRECTORY, install_commands, probe, probe_uncached,
    setup_script, toolchains_dir,
};
