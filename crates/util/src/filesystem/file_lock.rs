//! Locks on files that other processes may replace by renaming another file over them.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use crate::regular_file;

/// Locks the file at `path`. Returns `None` if the file cannot be opened; the caller will report
/// that error when it reads the file.
///
/// # Errors
/// Returns [`ErrorKind::ResourceBusy`] if another run has locked the file.
pub fn lock(path: &Path) -> io::Result<Option<File>> {
    loop {
        let Ok(file) = regular_file::open(path) else {
            return Ok(None);
        };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(ErrorKind::ResourceBusy.into()),
            // Another run may have replaced the file before it was locked.
            _ if !is_still_at_path(&file, path).unwrap_or(false) => {}
            _ => return Ok(Some(file)),
        }
    }
}

/// Returns whether this open file is still the file at `path`.
///
/// # Errors
/// Errors of the file system.
pub fn is_still_at_path(file: &File, path: &Path) -> io::Result<bool> {
    let (open, there) = (file.metadata()?, fs::metadata(path)?);
    Ok((open.dev(), open.ino()) == (there.dev(), there.ino()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn second_lock_on_a_file_fails_until_the_first_is_dropped() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("log");
        assert!(lock(&path).unwrap().is_none());
        fs::write(&path, "").unwrap();
        let held = lock(&path).unwrap().unwrap();
        assert!(is_still_at_path(&held, &path).unwrap());
        let error = lock(&path).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ResourceBusy);
        // A file that replaces the locked one is not locked.
        let other = directory.path().join("other");
        fs::write(&other, "").unwrap();
        fs::rename(&other, &path).unwrap();
        assert!(!is_still_at_path(&held, &path).unwrap());
        let new = lock(&path).unwrap().unwrap();
        assert!(lock(&path).is_err());
        drop(new);
        assert!(lock(&path).unwrap().is_some());
    }

    #[test]
    fn no_update_is_lost_if_two_threads_replace_a_locked_file() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("count");
        fs::write(&path, "0").unwrap();
        let increment = |thread: usize| {
            let _held = loop {
                if let Ok(file) = lock(&path) {
                    break file.unwrap();
                }
                std::thread::yield_now();
            };
            let count: usize = fs::read_to_string(&path).unwrap().parse().unwrap();
            let new = directory.path().join(format!("new-{thread}"));
            fs::write(&new, (count + 1).to_string()).unwrap();
            fs::rename(&new, &path).unwrap();
        };
        std::thread::scope(|scope| {
            for thread in 0..2 {
                let increment = &increment;
                scope.spawn(move || (0..500).for_each(|_| increment(thread)));
            }
        });
        assert_eq!(fs::read_to_string(&path).unwrap(), "1000");
    }
}
