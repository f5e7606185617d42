//! One control group.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::rc::Rc;
use std::time::Duration;

use rustix::fs::{AtFlags, FlockOperation, Mode, OFlags, flock, mkdirat, unlinkat};
use rustix::io::Errno;

use super::hierarchy::{open_directory, open_file};

/// A control group of a worker, whose directory is locked. Dropping it removes the group.
#[derive(Debug)]
pub(super) struct Group {
    parent: Rc<OwnedFd>,
    name: String,
    pub(super) directory: OwnedFd,
    /// The file that a process writes `0` to in order to join.
    pub(super) join: File,
}

impl Group {
    /// Creates and locks a group. Tries again if another worker removes the directory
    /// before it is locked.
    pub(super) fn make(parent: &Rc<OwnedFd>, name: &str) -> io::Result<Self> {
        let attempt = || {
            match mkdirat(parent, name, Mode::from_raw_mode(0o755)) {
                Ok(()) | Err(Errno::EXIST) => {}
                Err(error) => return Err(error.into()),
            }
            let directory = open_directory(parent, name)?;
            flock(&directory, FlockOperation::LockShared)?;
            let join = open_file(&directory, "cgroup.procs", OFlags::WRONLY)?;
            Ok(Self {
                parent: Rc::clone(parent),
                name: name.to_owned(),
                directory,
                join,
            })
        };
        for _ in 0..10 {
            if let Ok(group) = attempt() {
                return Ok(group);
            }
        }
        attempt()
    }

    /// Writes `value` to one of the group's files.
    pub(super) fn set(&self, file: &str, value: &str) -> io::Result<()> {
        open_file(&self.directory, file, OFlags::WRONLY)?.write_all(value.as_bytes())
    }

    /// Moves this process from the group to its parent.
    pub(super) fn leave(&self) -> io::Result<()> {
        open_file(&self.parent, "cgroup.procs", OFlags::WRONLY)?.write_all(b"0")
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // A task that is ending can occupy the group for another moment.
        for _ in 0..100 {
            match unlinkat(&self.parent, &self.name, AtFlags::REMOVEDIR) {
                Err(Errno::BUSY) => {
                    std::thread::sleep(Duration::from_millis(1));
                }
                _ => return,
            }
        }
    }
}
