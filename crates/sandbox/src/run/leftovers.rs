//! Detection of processes, control groups and mounts that runs and workers left behind on the host.

use std::io;

use parking_lot::Mutex;
use rustix::process::{WaitOptions, wait};

use crate::cgroup::group::list_leftover_groups;
use crate::measure::process_tree::pids_in_tree;
use crate::mounts::mount_table::Mounts;

/// Process ids of all workers that this process has started.
pub(super) static WORKER_PIDS: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Makes this process adopt its orphaned descendants, so that [`find_leftovers`] finds them.
///
/// # Errors
/// Returns an error if the kernel refuses the change.
pub fn adopt_orphans() -> io::Result<()> {
    let me = Some(rustix::process::getpid());
    Ok(rustix::process::set_child_subreaper(me)?)
}

/// Lists the running descendants of this process, the control groups of its workers, and the mounts
/// of sandboxes in this process's mount namespace. Must not be called while a sandbox exists or
/// another thread waits for a child.
pub fn find_leftovers() -> Vec<String> {
    // Adopted processes that have ended are reaped first. Some tools leave a short-lived process
    // behind: the first `go version` in a new home directory starts Go's telemetry.
    while matches!(wait(WaitOptions::NOHANG), Ok(Some(_))) {}
    let processes = pids_in_tree(rustix::process::getpid()).into_iter().skip(1);
    let processes =
        processes.map(|pid| format!("process {} is still running", pid.as_raw_nonzero()));
    let workers = WORKER_PIDS.lock();
    let groups = list_leftover_groups(&workers).into_iter();
    let groups = groups.map(|group| format!("control group {} still exists", group.display()));
    let mounts = Mounts::read().map_or_else(|_| Vec::new(), |mounts| mounts.sandbox_mount_points());
    let mounts = mounts.into_iter();
    let mounts = mounts.map(|path| format!("mount {} still exists", path.display()));
    processes.chain(groups).chain(mounts).collect()
}
