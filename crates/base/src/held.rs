//! A file that one run at a time replaces, again and again. What stands there is
//! locked for as long as that run lives, each new file before it is put there.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use crate::regular_file;
use crate::replace::{Place, place, put_locked};

/// The right to replace a file. Where locks are unknown, every run has it.
#[derive(Debug)]
pub struct Held {
    path: PathBuf,
    /// What is there now, locked; `None` where there is nothing, or no file.
    now: Option<File>,
}

impl Held {
    /// Claims a file, or the place for one. Two runs may both claim a place where there is
    /// no file yet; the first that writes then has it.
    ///
    /// # Errors
    /// [`ErrorKind::ResourceBusy`] if another run has it; those of the file system.
    pub fn claim(path: &Path) -> io::Result<Self> {
        let held = |now| Self {
            path: path.to_owned(),
            now,
        };
        let Place::File(place) = place(path)? else {
            return Ok(held(None));
        };
        Ok(held(lock(&place)?))
    }

    /// Replaces the file as [`replace_file`](crate::replace::replace_file) does.
    ///
    /// # Errors
    /// [`ErrorKind::ResourceBusy`] if another run was quicker to make it; those of the
    /// file system. What stood there before then stays.
    pub fn replace(&mut self, content: &str) -> io::Result<()> {
        let write = |file: &mut dyn io::Write| file.write_all(content.as_bytes());
        let put = put_locked(&self.path, write, self.now.is_none());
        self.now = put.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => ErrorKind::ResourceBusy.into(),
            _ => error,
        })?;
        Ok(())
    }
}

/// Locks what is in a place; `None` where nothing can be read, which is said by whoever
/// wants to read it.
///
/// # Errors
/// [`ErrorKind::ResourceBusy`] if another run has locked it.
pub fn lock(path: &Path) -> io::Result<Option<File>> {
    loop {
        let Ok(file) = regular_file::open(path) else {
            return Ok(None);
        };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(ErrorKind::ResourceBusy.into()),
            // Another run may have put its own there before this was locked.
            _ if !is_at(&file, path).unwrap_or(false) => {}
            _ => return Ok(Some(file)),
        }
    }
}

/// Whether this is what is at a path now.
///
/// # Errors
/// Those of the file system.
pub fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let (open, there) = (file.metadata()?, fs::metadata(path)?);
    Ok((open.dev(), open.ino()) == (there.dev(), there.ino()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_busy<T>(result: io::Result<T>) -> bool {
        result.is_err_and(|error| error.kind() == ErrorKind::ResourceBusy)
    }

    #[test]
    fn one_run_at_a_time_has_a_file_and_nothing_else_is_left() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("state");
        let mut first = Held::claim(&path).unwrap();
        let mut second = Held::claim(&path).unwrap();
        for content in ["one", "two", "three"] {
            first.replace(content).unwrap();
            assert!(is_busy(second.replace("mine")));
            assert!(is_busy(Held::claim(&path)));
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }
        drop(first);
        let mut third = Held::claim(&path).unwrap();
        assert!(is_busy(Held::claim(&path)));
        third.replace("four").unwrap();
        assert!(is_busy(Held::claim(&path)));
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_link_is_claimed_by_its_target_and_a_stream_by_nobody() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        fs::write(at("state"), "old").unwrap();
        std::os::unix::fs::symlink("state", at("link")).unwrap();
        let mut first = Held::claim(&at("link")).unwrap();
        assert!(is_busy(Held::claim(&at("state"))));
        first.replace("new").unwrap();
        assert!(at("link").is_symlink());
        assert!(is_busy(Held::claim(&at("link"))));
        for _ in 0..2 {
            let null = Held::claim(Path::new("/dev/null"));
            null.unwrap().replace("gone").unwrap();
        }
    }
}
