//! One control group of a worker. The worker locks its directory, so an unlocked one belonged
//! to a worker that was killed.

use std::fs::{self, File};
use std::io::{self, Write};
use std::iter;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use rustix::fs::{AtFlags, CWD, FlockOperation, Mode, OFlags, flock, mkdirat, unlinkat};
use rustix::io::Errno;

use super::hierarchy::{find, open_directory, open_file};

/// Prefix of the names of all workers' control groups.
const PREFIX: &str = "mousetrap-";

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
    pub(super) fn create(parent: &Rc<OwnedFd>, name: &str) -> io::Result<Self> {
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
                Err(Errno::BUSY) => std::thread::sleep(Duration::from_millis(1)),
                _ => return,
            }
        }
    }
}

/// Returns the prefix of the groups' names in this PID namespace. The worker's process id
/// follows it.
pub(super) fn name_prefix() -> io::Result<String> {
    let namespace = fs::metadata("/proc/self/ns/pid")?.ino();
    Ok(format!("{PREFIX}{namespace}-"))
}

/// Lists the groups of these workers, which have ended and were in this PID namespace. A
/// locked group belongs to another judge's worker that got a process id again.
pub(crate) fn groups_of(workers: &[u32]) -> Vec<PathBuf> {
    let (Ok(hierarchy), Ok(prefix)) = (find(), name_prefix()) else {
        return Vec::new();
    };
    let is_of_worker = |name: &str| {
        name.strip_prefix(&prefix)
            .and_then(|rest| rest.split('-').next()?.parse().ok())
            .is_some_and(|pid| workers.contains(&pid))
    };
    iter::once(hierarchy.memory)
        .chain(hierarchy.cpu_and_pids.into_iter().flatten())
        .filter_map(|parent| fs::read_dir(parent).ok())
        .flat_map(Iterator::flatten)
        .filter(|entry| entry.file_name().to_str().is_some_and(is_of_worker))
        .map(|entry| entry.path())
        .filter(|directory| try_lock_abandoned(directory).is_some())
        .collect()
}

/// Removes the empty groups of workers that were killed: groups that no process has
/// locked.
pub(super) fn remove_abandoned(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if name.as_encoded_bytes().starts_with(PREFIX.as_bytes())
            && let Some(_lock) = try_lock_abandoned(&entry.path())
        {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// Locks the directory of a group, unless another process has locked it.
fn try_lock_abandoned(directory: &Path) -> Option<OwnedFd> {
    let directory = open_directory(CWD, directory).ok()?;
    flock(&directory, FlockOperation::NonBlockingLockExclusive).ok()?;
    Some(directory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remove_abandoned_removes_only_unlocked_groups_of_workers() {
        let directory = tempfile::tempdir().unwrap();
        for name in ["mousetrap-1-2", "mousetrap-1-2-0", "mousetrap-1-3", "other"] {
            fs::create_dir(directory.path().join(name)).unwrap();
        }
        let owned = open_directory(CWD, directory.path().join("mousetrap-1-3")).unwrap();
        flock(&owned, FlockOperation::LockShared).unwrap();
        remove_abandoned(directory.path());
        let entries = fs::read_dir(directory.path()).unwrap();
        let mut left: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["mousetrap-1-3", "other"]);
    }
}
