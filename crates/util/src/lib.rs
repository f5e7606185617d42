//! Common tools of the Mousetrap crates: sizes, TOML files with the line of each error, untrusted
//! text made printable, bounded reading and atomic replacing of files, digests, the cache directory,
//! the files of a project, and shards of work for several machines. It knows nothing about judging.

mod choice;
mod conditions;
mod files;
mod output_stream;
mod shard;
mod sizes;
mod user;

pub mod digest;
pub mod printable;

#[cfg(test)]
#[expect(dead_code, reason = "its `main` is for Cargo")]
#[path = "../build.rs"]
mod build;

pub use choice::Choice;
pub use conditions::{CLOCK_CONDITION, TOOLCHAIN_CONDITION, differing_conditions};
pub use files::{cache_dir, file_name, held, missing_file, regular_file, replace, root, toml_file};
pub use shard::{Shard, ShardError};
pub use sizes::{Bytes, time};
pub use user::user_directory;

#[cfg(test)]
mod tests {
    use crate::build::refusal;

    #[test]
    fn build_is_refused_except_on_linux() {
        assert_eq!(refusal("linux"), None);
        for system in ["macos", "windows", "freebsd"] {
            let sentence = refusal(system).unwrap();
            assert!(sentence.contains(system) && sentence.contains("Linux container"));
        }
    }
}
