//! One control group.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::time::Duration;

use rustix::fs::{AtFlags, FlockOperation, Mode, OFlags, flock, mkdirat, unlinkat};
use rustix::io::Errno;

use super::hierarchy::{open_directory, open_file};

/// A control group of a worker, whose directory is locked.
#[derive(Debug)]
pub(super) struct Group {
    name: String,
    pub(super) directory: OwnedFd,
    /// The file that a process writes `0` to in order to join.
    pub(super) join: File,
}

impl Group {
    /// Creates and locks a group. Tries again if another worker removes the directory
    /// before it is locked.
    pub(super) fn make(parent: &OwnedFd, name: &str) -> io::Result<Self> {
        let attempt = || {
            match mkdirat(parent, name, Mode::from_raw_mode(0o755)) {
                Ok(()) | Err(Errno::EXIST) => {}
                Err(error) => return Err(error.into()),
            }
            let directory = open_directory(parent, name)?;
            flock(&directory, FlockOperation::LockShared)?;
            let join = open_file(&directory, "cgroup.procs", OFlags::WRONLY)?;
            Ok(Self {
                name: name.to_owned(),
                directory,
                join,
            })
        };
        let mut made = attempt();
        for _ in 0..10 {
            if made.is_ok() {
                break;
            }
            made = attempt();
        }
        made
    }

    /// Returns a second handle to the same group.
    pub(super) fn duplicate(&self) -> io::Result<Self> {
        Ok(Self {
            name: self.name.clone(),
            directory: self.directory.try_clone()?,
            join: self.join.try_clone()?,
        })
    }

    /// Writes `value` to one of the group's files.
    pub(super) fn set(&self, file: &str, value: &str) -> io::Result<()> {
        open_file(&self.directory, file, OFlags::WRONLY)?.write_all(value.as_bytes())
    }

    /// Removes the group. Does nothing if that fails.
    pub(super) fn remove(&self, parent: &OwnedFd) {
        // A task that is ending can occupy the group for another moment.
        for _ in 0..100 {
            match unlinkat(parent, &self.name, AtFlags::REMOVEDIR) {
                Err(Errno::BUSY) => {
                    std::thread::sleep(Duration::from_millis(1));
                }
                _ => return,
            }
        }
    }
}
