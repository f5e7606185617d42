//! A file that one run at a time replaces, again and again. What stands there is
//! locked for as long as that run lives, each new file before it is put there.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use crate::replace::{Place, place, replace_file, settle, writable, written_beside};

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
        loop {
            // What cannot be read is said by whoever wants to read it.
            let Ok(now) = File::open(&place) else {
                return Ok(held(None));
            };
            match now.try_lock() {
                Err(TryLockError::WouldBlock) => return Err(ErrorKind::ResourceBusy.into()),
                // Another run may have put its own there before this was locked.
                _ if !is_at(&now, &place) => {}
                _ => return Ok(held(Some(now))),
            }
        }
    }

    /// Replaces the file as [`replace_file`] does.
    ///
    /// # Errors
    /// [`ErrorKind::ResourceBusy`] if another run was quicker to make it; those of the
    /// file system. What stood there before then stays.
    pub fn replace(&mut self, content: &str) -> io::Result<()> {
        let Place::File(path) = place(&self.path)? else {
            return replace_file(&self.path, content);
        };
        let facts = writable(&path)?;
        let write = |file: &mut dyn io::Write| file.write_all(content.as_bytes());
        let fresh = written_beside(&path, write, facts.as_ref())?;
        let _ = fresh.as_file().try_lock();
        let put = if self.now.is_some() {
            fresh.persist(&path)
        } else {
            fresh.persist_noclobber(&path)
        };
        let now = put.map_err(|error| match error.error.kind() {
            ErrorKind::AlreadyExists => ErrorKind::ResourceBusy.into(),
            _ => error.error,
        })?;
        self.now = Some(now);
        settle(&path);
        Ok(())
    }
}

/// Whether a path leads to this open file.
fn is_at(file: &File, path: &Path) -> bool {
    let number = |facts: fs::Metadata| (facts.dev(), facts.ino());
    let open = file.metadata().map(number);
    let there = fs::metadata(path).map(number);
    matches!((open, there), (Ok(open), Ok(there)) if open == there)
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
