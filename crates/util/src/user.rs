//! Where files of a user's belong.

use std::path::PathBuf;

/// A directory of the user's, as the XDG base directory specification has it: what
/// the variable names, if that is absolute, else one in the home directory.
pub fn user_directory(variable: &str, in_home: &str) -> Option<PathBuf> {
    let set = |name| {
        let path = PathBuf::from(std::env::var_os(name)?);
        path.is_absolute().then_some(path)
    };
    set(variable).or_else(|| Some(set("HOME")?.join(in_home)))
}
