//! Utilities shared by the Mousetrap crates:
//!
//! - sizes, digests, and shards of work for several machines,
//! - printing of untrusted text, and TOML errors with line numbers,
//! - bounded reading and atomic replacement of files,
//! - the cache directory and the files of a project.
//!
//! This crate knows nothing about judging.

mod choice;
mod filesystem;
mod output_stream;
mod run_conditions;
mod shard;
mod sizes;
mod user_dirs;

pub mod digest;
pub mod printable;

pub use choice::Choice;
pub use filesystem::{
    cache_dir, file_lock, file_name, missing_file, project, regular_file, replace, toml_file,
};
pub use run_conditions::{CLOCK_CONDITION, TOOLCHAIN_CONDITION_PREFIX, differing_conditions};
pub use shard::{Shard, ShardError};
pub use sizes::{Bytes, deserialize_duration, deserialize_size, format_duration};
pub use user_dirs::user_directory;
