//! The programming languages of submissions: how a source is recognised, wrapped and
//! made ready to compile.
//!
//! `table/languages.toml` holds a row per language. `drivers/<language>/` holds the
//! source files that turn a pasted function into a program, and the templates of those that
//! depend on the signature of the problem. A submission passes through these steps:
//!
//! ```text
//! detect(file) ─▶ Detected ─▶ probe(language) ─▶ Toolchain ─▶ stage ─▶ Staged
//! ```
//!
//! - `source`: the text of a submission without comments and strings
//! - `table`: the language table and its overrides in `judge.toml`
//! - `detect`: the language, form and problem of a submission
//! - `toolchain`: finding and installing toolchains
//! - `codec`: drivers and stubs, rendered from a signature
//! - `stage`: wrapping a submission for its compiler
//!
//! This crate compiles and runs nothing but version commands of its own table. The judge
//! runs everything else.

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

pub use detect::{Detected, FormDoubt, Hints, detect, fence_hint, misplaced};
pub use embedded_files::{driver, stub};
pub use source::{Code, Fence, Syntax};
pub use stage::{Staged, StagedFile, checked, nothing, stage};
pub use table::{
    BindPolicy, Commands, Exception, Expression, Hint, Language, Languages, StageNeeds, TableError,
    Template,
};
pub use toolchain::{
    Probed, TOOL_PATH, Toolchain, VERSIONS, install_commands, probe, probe_again, setup_script,
    toolchains_dir,
};
