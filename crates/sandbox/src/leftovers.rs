//! What runs and workers have left behind on the host: nothing, if all is well.

use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::fs::{CWD, FlockOperation, flock};
use rustix::process::{WaitOptions, wait};

use super::clocks;
use super::hierarchy::{Hierarchy, find, open_directory};
use super::mounts::Mounts;

/// What the names of all workers' control groups begin with.
const PREFIX: &str = "mousetrap-";

/// Every worker that this process has started.
static WORKERS: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// The process ids of all workers that were started here.
pub(super) fn started() -> MutexGuard<'static, Vec<u32>> {
    WORKERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The beginning of names of those in this pid namespace; their process id
/// follows.
pub(super) fn prefix() -> io::Result<String> {
    let namespace = fs::metadata("/proc/self/ns/pid")?.ino();
    Ok(format!("{PREFIX}{namespace}-"))
}

/// Makes this process the parent of whatever its descendants leave behind, so
/// that [`leftovers`] finds it.
///
/// # Errors
/// If the kernel refuses.
pub fn adopt_orphans() -> io::Result<()> {
    let me = Some(rustix::process::getpid());
    Ok(rustix::process::set_child_subreaper(me)?)
}

/// Lists the running processes below this one, the control groups of its workers, and the
/// mounts of sandboxes that are visible from here. Must be called while no sandbox exists
/// and no child is waited for.
pub fn leftovers() -> Vec<String> {
    reap_orphans();
    let processes = clocks::tree(rustix::process::getpid())
        .into_iter()
        .skip(1)
        .map(|pid| format!("process {} is left", pid.as_raw_nonzero()));
    let groups = groups(&started())
        .into_iter()
        .map(|group| format!("control group {} is left", group.display()));
    let mounts = Mounts::read()
        .map(|mounts| mounts.of_sandboxes())
        .unwrap_or_default();
    let mounts = mounts
        .into_iter()
        .map(|place| format!("mount {} is left", place.display()));
    processes.chain(groups).chain(mounts).collect()
}

/// Reaps adopted processes that have ended. Some tools leave one for a moment: the first
/// `go version` in a new home directory starts Go's telemetry.
fn reap_orphans() {
    while matches!(wait(WaitOptions::NOHANG), Ok(Some(_))) {}
}

/// Groups of these workers, which are gone and were of this pid namespace. A
/// group that is locked is that of another judge's worker, to which the system
/// has given the number of one of these.
fn groups(workers: &[u32]) -> Vec<PathBuf> {
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

/// Removes empty groups of workers that were killed before they could: those
/// that nobody has locked.
pub(super) fn sweep(parent: &Path) {
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

/// Locks the directory of a group that nobody else has locked.
fn try_lock_stale(directory: &Path) -> Option<OwnedFd> {
    let directory = open_directory(CWD, directory).ok()?;
    flock(&directory, FlockOperation::NonBlockingLockExclusive).ok()?;
    Some(directory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_the_dead_are_swept_and_others_left() {
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
