//! The right to write a log: one run has it, from before it reads what is there until
//! its own log stands in that place. Each log is locked for as long as its run lives.

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// The right to put a log in a place.
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    /// What is there now, locked; `None` where there is nothing.
    old: Option<File>,
}

impl Claim {
    /// Claims a place.
    ///
    /// # Errors
    /// That another run has it.
    pub fn on(path: &Path) -> io::Result<Self> {
        loop {
            let claim = Self {
                path: path.to_owned(),
                // What cannot be read is said by whoever wants to read it.
                old: File::open(path).ok(),
            };
            match claim.old.as_ref().map(File::try_lock) {
                Some(Err(TryLockError::WouldBlock)) => return Err(taken()),
                // Another run may have put its own there before this was locked.
                Some(_) if !claim.is_of(path) => {}
                _ => return Ok(claim),
            }
        }
    }

    /// The place.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn is_of(&self, path: &Path) -> bool {
        let old = self.old.as_ref().and_then(|old| old.metadata().ok());
        is_same(old.as_ref(), fs::metadata(path).ok().as_ref())
    }

    /// Puts a log there, which is locked from now on.
    pub(crate) fn publish(&self, log: NamedTempFile) -> io::Result<()> {
        // Where locks are unknown, nobody sees one.
        let _ = log.as_file().try_lock();
        if self.old.is_some() {
            log.persist(&self.path)?;
            return Ok(());
        }
        match log.persist_noclobber(&self.path) {
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Err(taken()),
            put => Ok(put.map(drop)?),
        }
    }
}

/// Whether these are of one file.
pub(crate) fn is_same(one: Option<&fs::Metadata>, other: Option<&fs::Metadata>) -> bool {
    let number = |facts: &fs::Metadata| (facts.dev(), facts.ino());
    one.map(number) == other.map(number)
}

fn taken() -> io::Error {
    io::Error::other("another run is writing this log and its reports; wait for its end")
}
