//! The ground that the crates of Mousetrap stand on: sizes and limits, TOML files with
//! the place of each error, text of others made safe to print, files that are replaced
//! whole, the files of a project and of a user, and parts of work for many machines. Nothing
//! here knows of judging.

mod choice;
mod limits;
mod parts;
mod shard;
mod user;

pub mod held;
pub mod printable;
pub mod replace;
pub mod root;
pub mod toml_file;

#[cfg(test)]
#[expect(dead_code, reason = "its `main` is for Cargo")]
#[path = "../build.rs"]
mod build;

pub use choice::Choice;
pub use limits::{Bytes, LimitOverrides, Limits};
pub use parts::{Parts, PartsError};
pub use shard::{Shard, ShardError};
pub use user::user_directory;

#[cfg(test)]
mod tests {
    use crate::build::refusal;

    #[test]
    fn elsewhere_the_build_stops_with_a_sentence() {
        assert_eq!(refusal("linux"), None);
        for system in ["macos", "windows", "freebsd"] {
            let sentence = refusal(system).unwrap();
            assert!(sentence.contains(system) && sentence.contains("Linux container"));
        }
    }
}
