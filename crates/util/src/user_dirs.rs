//! The user's standard directories, such as the cache directory.

use std::path::PathBuf;

/// Returns a directory of the user according to the XDG base directory specification. The directory
/// is the value of the environment variable `variable` if this value is an absolute path, or else
/// the subdirectory `in_home` of the home directory.
pub fn user_directory(variable: &str, in_home: &str) -> Option<PathBuf> {
    let set = |name| {
        let path = PathBuf::from(std::env::var_os(name)?);
        path.is_absolute().then_some(path)
    };
    set(variable).or_else(|| Some(set("HOME")?.join(in_home)))
}
