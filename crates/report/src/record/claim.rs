//! The right to write a log: one run has it, from before it reads what is there until
//! its own log stands in that place. Each log is locked for as long as its run lives.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use mousetrap_util::held::lock;
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
        Ok(Self {
            path: path.to_owned(),
            old: lock(path).map_err(|_| taken())?,
        })
    }

    /// The place.
    pub fn path(&self) -> &Path {
        &self.path
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

fn taken() -> io::Error {
    io::Error::other("another run is writing this log and its reports; wait for its end")
}
