//! The registry of hidden files and directories, and snapshots of these files and of the host's
//! mounts.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use parking_lot::Mutex;

use super::mount_table;

/// The paths that were passed to [`hide_path`].
static HIDDEN_PATHS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Hides a file or directory of the host from the jobs of every sandbox that is created from now
/// on.
pub fn hide_path(path: impl AsRef<Path>) {
    // A file that does not exist need not be hidden.
    if let Ok(path) = fs::canonicalize(path) {
        HIDDEN_PATHS.lock().insert(path);
    }
}

/// Returns all hidden paths, including this program's executable.
pub(super) fn hidden_paths() -> Vec<PathBuf> {
    let hidden = HIDDEN_PATHS.lock();
    hidden.iter().cloned().chain(this_executable()).collect()
}

/// Returns the path of this process's executable, even if another file has replaced it.
pub(super) fn this_executable() -> Option<PathBuf> {
    let path = fs::read_link("/proc/self/exe").ok()?;
    let text = path
        .to_str()
        .and_then(|path| path.strip_suffix(" (deleted)"));
    Some(text.map(PathBuf::from).unwrap_or(path))
}

/// A snapshot of everything that determines which paths a sandbox masks. A sandbox is outdated when
/// a new snapshot differs from the one that was taken at its creation.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct HiddenFilesSnapshot {
    hidden: Vec<(PathBuf, Option<FileIdentity>)>,
    mounts: Vec<u8>,
}

/// The identity of a file or directory, and the ctime of a file. The ctime changes if the links or
/// the permissions of the file change.
#[derive(Debug, PartialEq, Eq)]
struct FileIdentity {
    device: u64,
    inode: u64,
    /// The creation time, which distinguishes two files that had the same inode number at different
    /// times.
    created: Option<SystemTime>,
    changed: Option<(i64, i64)>,
}

impl HiddenFilesSnapshot {
    pub(crate) fn take() -> io::Result<Self> {
        Self::from_paths(hidden_paths())
    }

    fn from_paths(hidden: Vec<PathBuf>) -> io::Result<Self> {
        let hidden = hidden.into_iter().map(|path| {
            let identity = fs::metadata(&path).ok().map(|facts| FileIdentity {
                device: facts.dev(),
                inode: facts.ino(),
                created: facts.created().ok(),
                changed: facts.is_file().then(|| (facts.ctime(), facts.ctime_nsec())),
            });
            (path, identity)
        });
        Ok(Self {
            hidden: hidden.collect(),
            mounts: fs::read(mount_table::MOUNT_TABLE_PATH)?,
        })
    }

    pub(crate) fn hidden_paths(&self) -> Vec<PathBuf> {
        self.hidden.iter().map(|(path, _)| path.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snapshot_differs_after_a_hidden_file_is_linked_or_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let [cases, file, link] =
            ["cases", "judge", "link"].map(|name| directory.path().join(name));
        fs::create_dir(&cases).unwrap();
        fs::write(&file, "").unwrap();
        let hidden = |paths: &[&PathBuf]| {
            let paths = paths.iter().map(|path| (*path).clone()).collect();
            HiddenFilesSnapshot::from_paths(paths).unwrap().hidden
        };
        let take = || hidden(&[&cases, &file]);
        let first = take();
        // A hidden directory is masked with all of its content, so changes in the directory do not
        // matter.
        fs::write(cases.join("new"), "").unwrap();
        assert_eq!(take(), first);
        fs::hard_link(&file, &link).unwrap();
        let second = take();
        assert_ne!(second, first);
        fs::rename(&cases, directory.path().join("moved")).unwrap();
        let third = take();
        assert_ne!(third, second);
        fs::create_dir(&cases).unwrap();
        assert!(![first, second, third].contains(&take()));
        assert_ne!(hidden(&[&cases, &file, &link]), take());
    }
}
