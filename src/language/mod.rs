//! Languages: how a source is recognised, wrapped, compiled and run.
//!
//! `languages.toml` holds a row per language; `wrap/<language>.rs` turns a
//! pasted function into a program with the help of the real source files in
//! `drivers/<language>/`. The way of a submission:
//!
//! ```text
//! detect(file) ─▶ Detected ─▶ probe(language) ─▶ Toolchain ─▶ stage ─▶ Staged
//! ```

mod code;
mod detect;
mod error;
mod exception;
mod misplaced;
mod needs;
mod probe;
mod row;
mod setup;
mod spec;
mod stub;
mod table;
mod wrap;

pub use code::{Code, Syntax};
pub use detect::{Detected, Known, detect};
pub use error::{LanguageError, TableError};
pub use exception::Exception;
pub use misplaced::misplaced;
pub use needs::{Needs, StageNeeds};
pub use probe::{Found, Toolchain, probe, toolchains_dir};
pub use row::{Case, Commands, Detect, Hint, Install, Probe, Row};
pub use setup::setup_script;
pub use spec::{Form, Placeholders, Staged, StagedFile, TOOL_PATH};
pub use stub::stub;
pub use table::{Language, Languages};
pub use wrap::{Task, Wrap, Wrapped, stage};
