//! What runs have left behind on the host: nothing, if all is well.

use std::fs;
use std::io;

use super::{cgroup, clocks, full};

/// Makes this process the parent of whatever its descendants leave behind, so
/// that [`leftovers`] finds it.
///
/// # Errors
/// If the kernel refuses.
pub fn adopt_orphans() -> io::Result<()> {
    let me = Some(rustix::process::getpid());
    Ok(rustix::process::set_child_subreaper(me)?)
}

/// Processes below this one, control groups of workers that it had, and mounts
/// of the sandbox that are seen from here. To be asked while no sandbox lives.
pub fn leftovers() -> Vec<String> {
    let processes = clocks::tree(rustix::process::getpid())
        .into_iter()
        .skip(1)
        .map(|pid| format!("process {} is left", pid.as_raw_nonzero()));
    let groups = cgroup::left(&full::started())
        .into_iter()
        .map(|group| format!("control group {} is left", group.display()));
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    let mounts: Vec<_> = mounts
        .lines()
        .filter(|line| line.contains(" - tmpfs mousetrap "))
        .map(|line| format!("mount is left: {line}"))
        .collect();
    processes.chain(groups).chain(mounts).collect()
}
