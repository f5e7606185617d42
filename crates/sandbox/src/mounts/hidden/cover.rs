//! Places where something empty is mounted over a hidden file or directory.

use std::path::{Path, PathBuf};

/// A place to be covered.
#[derive(Debug)]
pub(crate) struct Cover {
    /// From the root of the tree in which it is.
    pub(crate) path: PathBuf,
    pub(crate) is_directory: bool,
}

impl Cover {
    /// The same from the root, for a tree that is shown at a path.
    pub(crate) fn of(self, tree: &Path) -> Self {
        // Joining nothing would add a slash.
        let path = if self.path.as_os_str().is_empty() {
            tree.to_owned()
        } else {
            tree.join(self.path)
        };
        Self { path, ..self }
    }

    /// What covers it, inside.
    pub(crate) fn empty(&self) -> &'static str {
        // A device where there may be no devices cannot even be opened.
        if self.is_directory {
            "/box"
        } else {
            "/dev/null"
        }
    }
}
