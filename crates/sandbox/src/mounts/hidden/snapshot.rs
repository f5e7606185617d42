//! A snapshot of the hidden files and the host's mounts.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::time::SystemTime;

use super::hidden_paths::hidden;
use crate::mounts::mount_table;

/// What decides which places a sandbox covers. As long as it is the same, one that was
/// made before covers all that a new one would.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct HiddenSnapshot {
    hidden: Vec<(PathBuf, Option<Identity>)>,
    mounts: Vec<u8>,
}

/// What a file or directory is, and of a file when its names or its mode last changed.
#[derive(Debug, PartialEq, Eq)]
struct Identity {
    device: u64,
    number: u64,
    /// A number is given again.
    made: Option<SystemTime>,
    changed: Option<(i64, i64)>,
}

impl HiddenSnapshot {
    /// As it is now.
    pub(crate) fn now() -> io::Result<Self> {
        Self::of(hidden())
    }

    fn of(hidden: Vec<PathBuf>) -> io::Result<Self> {
        let identity = |path: &PathBuf| {
            let facts = fs::metadata(path).ok()?;
            Some(Identity {
                device: facts.dev(),
                number: facts.ino(),
                made: facts.created().ok(),
                changed: facts.is_file().then(|| (facts.ctime(), facts.ctime_nsec())),
            })
        };
        let hidden = hidden.into_iter().map(|path| {
            let identity = identity(&path);
            (path, identity)
        });
        Ok(Self {
            hidden: hidden.collect(),
            mounts: fs::read(mount_table::PATH)?,
        })
    }

    /// What is hidden.
    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        self.hidden.iter().map(|(path, _)| path.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_sandbox_hides_is_another_once_a_file_has_another_name_or_is_another() {
        let directory = tempfile::tempdir().unwrap();
        let [cases, file, link] =
            ["cases", "judge", "link"].map(|name| directory.path().join(name));
        fs::create_dir(&cases).unwrap();
        fs::write(&file, "").unwrap();
        let now = || {
            HiddenSnapshot::of(vec![cases.clone(), file.clone()])
                .unwrap()
                .hidden
        };
        let first = now();
        // Directories of programs are written to all the time, and hidden as a whole.
        fs::write(cases.join("new"), "").unwrap();
        assert_eq!(now(), first);
        fs::hard_link(&file, &link).unwrap();
        let second = now();
        assert_ne!(second, first);
        fs::rename(&cases, directory.path().join("moved")).unwrap();
        let third = now();
        assert_ne!(third, second);
        fs::create_dir(&cases).unwrap();
        assert!(![first, second, third].contains(&now()));
        let more = HiddenSnapshot::of(vec![cases.clone(), file.clone(), link]).unwrap();
        assert_ne!(more.hidden, now());
    }
}
