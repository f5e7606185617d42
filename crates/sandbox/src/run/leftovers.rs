//! Finds processes, control groups and mounts that runs and workers left on the host.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{WaitOptions, wait};

use crate::cgroup::abandoned;
use crate::measure::clocks;
use crate::mounts::mount_table::Mounts;

/// Process ids of all workers that this process has started.
static WORKERS: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Locks the list of process ids of all workers that this process has started.
pub(crate) fn started() -> MutexGuard<'static, Vec<u32>> {
    WORKERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes this process the parent of its orphaned descendants, so that [`leftovers`]
/// finds them.
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
    let groups = abandoned::groups_of(&started())
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
