//! The list of hidden files and directories.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Paths passed to [`hide`].
static HIDDEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Hides a file or directory of the host from all jobs of sandboxes that are created
/// later.
pub fn hide(path: impl AsRef<Path>) {
    // A file that does not exist needs no hiding.
    if let Ok(path) = fs::canonicalize(path) {
        let mut hidden = HIDDEN.lock().unwrap_or_else(PoisonError::into_inner);
        hidden.insert(path);
    }
}

/// Returns all hidden paths, including this program's executable.
pub(super) fn hidden_paths() -> Vec<PathBuf> {
    let hidden = HIDDEN.lock().unwrap_or_else(PoisonError::into_inner);
    hidden.iter().cloned().chain(own_executable()).collect()
}

/// Returns the path of this process's executable, even if another file has replaced it.
pub(super) fn own_executable() -> Option<PathBuf> {
    let path = fs::read_link("/proc/self/exe").ok()?;
    let text = path
        .to_str()
        .and_then(|path| path.strip_suffix(" (deleted)"));
    Some(text.map(PathBuf::from).unwrap_or(path))
}
