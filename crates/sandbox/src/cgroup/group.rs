//! A control group of a worker process. A live worker keeps its group's directory locked, so an
//! unlocked directory means that its owner was killed.

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

/// Name prefix of all workers' control groups.
const GROUP_NAME_PREFIX: &str = "mousetrap-";

/// A control group of a worker. Its directory is locked. Dropping this value removes the group.
#[derive(Debug)]
pub(super) struct Group {
    parent: Rc<OwnedFd>,
    name: String,
    pub(super) directory: OwnedFd,
    /// The file `cgroup.procs`. A process joins the group by writing `0` to this file.
    pub(super) procs_file: File,
}

impl Group {
    /// Creates and locks a group. Tries again if another worker removes the directory before it is
    /// locked.
    pub(super) fn create(parent: &Rc<OwnedFd>, name: &str) -> io::Result<Self> {
        let attempt = || {
            match mkdirat(parent, name, Mode::from_raw_mode(0o755)) {
                Ok(()) | Err(Errno::EXIST) => {}
                Err(error) => return Err(error.into()),
            }
            let directory = open_directory(parent, name)?;
            flock(&directory, FlockOperation::LockShared)?;
            let procs_file = open_file(&directory, "cgroup.procs", OFlags::WRONLY)?;
            Ok(Self {
                parent: Rc::clone(parent),
                name: name.to_owned(),
                directory,
                procs_file,
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
    pub(super) fn write_setting(&self, file: &str, value: &str) -> io::Result<()> {
        open_file(&self.directory, file, OFlags::WRONLY)?.write_all(value.as_bytes())
    }

    /// Moves this process from this group to the parent group.
    pub(super) fn leave_group(&self) -> io::Result<()> {
        open_file(&self.parent, "cgroup.procs", OFlags::WRONLY)?.write_all(b"0")
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // The group can be removed only after every exiting task has left it.
        for _ in 0..100 {
            match unlinkat(&self.parent, &self.name, AtFlags::REMOVEDIR) {
                Err(Errno::BUSY) => std::thread::sleep(Duration::from_millis(1)),
                _ => return,
            }
        }
    }
}

/// Returns the name prefix of the groups that workers in this PID namespace create. The prefix is
/// followed by the worker's process id.
pub(super) fn name_prefix() -> io::Result<String> {
    let namespace = fs::metadata("/proc/self/ns/pid")?.ino();
    Ok(format!("{GROUP_NAME_PREFIX}{namespace}-"))
}

/// Lists the control groups that these workers left behind. The workers must have ended, and must
/// have run in this PID namespace. Ignores locked groups: they belong to another judge's worker
/// that reuses the process id.
pub(crate) fn list_leftover_groups(workers: &[u32]) -> Vec<PathBuf> {
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
        .filter(|directory| try_lock_group(directory).is_some())
        .collect()
}

/// Removes the empty, unlocked groups that killed workers left behind.
pub(super) fn remove_abandoned_groups(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if name
            .as_encoded_bytes()
            .starts_with(GROUP_NAME_PREFIX.as_bytes())
            && let Some(_lock) = try_lock_group(&entry.path())
        {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// Locks the directory of a group, unless another process has locked it.
fn try_lock_group(directory: &Path) -> Option<OwnedFd> {
    let directory = open_directory(CWD, directory).ok()?;
    flock(&directory, FlockOperation::NonBlockingLockExclusive).ok()?;
    Some(directory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unlocked_worker_groups_are_removed() {
        let directory = tempfile::tempdir().unwrap();
        for name in ["mousetrap-1-2", "mousetrap-1-2-0", "mousetrap-1-3", "other"] {
            fs::create_dir(directory.path().join(name)).unwrap();
        }
        let owned = open_directory(CWD, directory.path().join("mousetrap-1-3")).unwrap();
        flock(&owned, FlockOperation::LockShared).unwrap();
        remove_abandoned_groups(directory.path());
        let entries = fs::read_dir(directory.path()).unwrap();
        let mut left: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["mousetrap-1-3", "other"]);
    }
}
