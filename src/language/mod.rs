//! Languages: how a source is recognised, wrapped, compiled and run.
//!
//! `languages.toml` holds a row per language; `wrap/<language>.rs` turns a
//! pasted function into a program with the help of the real source files in
//! `drivers/<language>/`.

mod spec;

pub use spec::{Form, Staged, StagedFile};
