//! Directories of the user that toolchains need.

use std::path::PathBuf;

use mousetrap_util::user_directory;

/// Directories in which jobs and probes look for tools.
pub const TOOL_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// The directory into which `mousetrap setup` installs what apt does not provide:
/// `$MOUSETRAP_TOOLCHAINS`, or else `mousetrap/toolchains` in the user's data directory.
pub fn toolchains_dir() -> PathBuf {
    match std::env::var_os("MOUSETRAP_TOOLCHAINS") {
        Some(dir) if !dir.is_empty() => std::path::absolute(&dir).unwrap_or_else(|_| dir.into()),
        _ => user_directory("XDG_DATA_HOME", ".local/share")
            .unwrap_or_else(|| PathBuf::from("/var/lib"))
            .join("mousetrap/toolchains"),
    }
}

/// The user's home directory.
pub(super) fn home() -> Option<PathBuf> {
    user_directory("HOME", "")
}
