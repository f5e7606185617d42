//! The list of hidden files and directories.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

static HIDDEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Hides a file or directory of the host from all jobs of sandboxes that are made
/// from now on.
pub fn hide(path: impl AsRef<Path>) {
    // What does not exist cannot be seen either.
    if let Ok(path) = fs::canonicalize(path) {
        let mut hidden = HIDDEN.lock().unwrap_or_else(PoisonError::into_inner);
        hidden.insert(path);
    }
}

/// All that is hidden by now, this program among it.
pub(super) fn hidden() -> Vec<PathBuf> {
    let hidden = HIDDEN.lock().unwrap_or_else(PoisonError::into_inner);
    hidden.iter().cloned().chain(own_file()).collect()
}

/// The file that this process was started from, or what has replaced it.
pub(super) fn own_file() -> Option<PathBuf> {
    let path = fs::read_link("/proc/self/exe").ok()?;
    let text = path
        .to_str()
        .and_then(|path| path.strip_suffix(" (deleted)"));
    Some(text.map(PathBuf::from).unwrap_or(path))
}
