//! The ground that the crates of Mousetrap stand on: sizes and limits, TOML
//! files with the place of each error, text of others made safe to print, files that are
//! replaced whole, and the
//! files of a project. Nothing here knows of judging.

mod choice;
mod limits;

pub mod printable;
pub mod replace;
pub mod root;
pub mod toml_file;

pub use choice::Choice;
pub use limits::{Bytes, LimitOverrides, Limits};
