//! Control groups whose worker no longer exists.

use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, FlockOperation, flock};

use super::hierarchy::{Hierarchy, find, open_directory};

/// Prefix of the names of all workers' control groups.
const PREFIX: &str = "mousetrap-";

/// Returns the prefix of the groups' names in this PID namespace. The worker's process id
/// follows it.
pub(crate) fn prefix() -> io::Result<String> {
    let namespace = fs::metadata("/proc/self/ns/pid")?.ino();
    Ok(format!("{PREFIX}{namespace}-"))
}

/// Lists the groups of these workers, which have ended and were in this PID namespace. A
/// locked group belongs to another judge's worker that got a process id again.
pub(crate) fn groups_of(workers: &[u32]) -> Vec<PathBuf> {
    let parents = match find() {
        Ok(Hierarchy::V1 { cpu, memory, pids }) => vec![cpu, memory, pids],
        Ok(Hierarchy::V2(directory)) => vec![directory],
        Err(_) => return Vec::new(),
    };
    let Ok(prefix) = prefix() else {
        return Vec::new();
    };
    let gone = |name: &str| {
        name.strip_prefix(&prefix)
            .and_then(|rest| rest.split('-').next())
            .and_then(|pid| pid.parse().ok())
            .is_some_and(|pid| workers.contains(&pid))
    };
    parents
        .iter()
        .filter_map(|parent| fs::read_dir(parent).ok())
        .flat_map(Iterator::flatten)
        .filter(|entry| entry.file_name().to_str().is_some_and(gone))
        .map(|entry| entry.path())
        .filter(|directory| try_lock_stale(directory).is_some())
        .collect()
}

/// Removes the empty groups of workers that were killed: groups that no process has
/// locked.
pub(crate) fn sweep(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let ours = entry
            .file_name()
            .as_encoded_bytes()
            .starts_with(PREFIX.as_bytes());
        if ours && let Some(_lock) = try_lock_stale(&entry.path()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// Locks the directory of a group, unless another process has locked it.
fn try_lock_stale(directory: &Path) -> Option<OwnedFd> {
    let directory = open_directory(CWD, directory).ok()?;
    flock(&directory, FlockOperation::NonBlockingLockExclusive).ok()?;
    Some(directory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sweep_removes_only_unlocked_groups_of_workers() {
        let directory = tempfile::tempdir().unwrap();
        for name in ["mousetrap-1-2", "mousetrap-1-2-0", "mousetrap-1-3", "other"] {
            fs::create_dir(directory.path().join(name)).unwrap();
        }
        let owned = open_directory(CWD, directory.path().join("mousetrap-1-3")).unwrap();
        flock(&owned, FlockOperation::LockShared).unwrap();
        sweep(directory.path());
        let mut left: Vec<_> = fs::read_dir(directory.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(left, ["mousetrap-1-3", "other"]);
    }
}
