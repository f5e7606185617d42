//! Common tools of the Mousetrap crates: sizes, TOML errors with line numbers, printing of
//! untrusted text, bounded reading and atomic replacement of files, digests, the cache directory,
//! the files of a project, and shards of work for several machines. This crate knows nothing about
//! judging.

mod choice;
mod conditions;
mod files;
mod output_stream;
mod shard;
mod sizes;
mod user;

pub mod digest;
pub mod printable;

pub use choice::Choice;
pub use conditions::{CLOCK_CONDITION, TOOLCHAIN_CONDITION, differing_conditions};
pub use files::{
    cache_dir, file_lock, file_name, missing_file, regular_file, replace, root, toml_file,
};
pub use shard::{Shard, ShardError};
pub use sizes::{Bytes, time};
pub use user::user_directory;
