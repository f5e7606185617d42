//! Finds a directory in which control groups can be created on this machine.

use std::fs::{self, File};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags, openat};
use thiserror::Error;

use crate::mounts::mount_table::{self, Mounts};

/// The file that lists the control groups of this process.
const PROC_CGROUP_PATH: &str = "/proc/self/cgroup";

/// The directories in which a worker can create its control groups.
pub(crate) struct Hierarchy {
    /// The directory of the `memory` controller. With cgroup version 2, the child groups of this
    /// directory also have the `pids` controller.
    pub memory: PathBuf,
    /// The directories of the cgroup version 1 hierarchies `cpuacct` and `pids`; `None` with
    /// version 2.
    pub cpu_and_pids: Option<[PathBuf; 2]>,
}

pub(crate) fn open_directory(
    parent: impl AsFd,
    name: impl rustix::path::Arg,
) -> io::Result<OwnedFd> {
    let flags = OFlags::DIRECTORY | OFlags::RDONLY | OFlags::CLOEXEC;
    Ok(openat(parent, name, flags, Mode::empty())?)
}

pub(crate) fn open_file(directory: impl AsFd, name: &str, flags: OFlags) -> io::Result<File> {
    Ok(openat(directory, name, flags | OFlags::CLOEXEC, Mode::empty())?.into())
}

/// The reason why no control groups can be created, such as `no cgroup controller pids`.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct CgroupsUnavailable(String);

/// Finds a hierarchy in which this process can create control groups and move its children into
/// them.
pub(crate) fn find() -> Result<Hierarchy, CgroupsUnavailable> {
    let unreadable = |path| move |error: io::Error| CgroupsUnavailable(format!("{path}: {error}"));
    let mounts = Mounts::read().map_err(unreadable(mount_table::MOUNT_TABLE_PATH))?;
    let own = fs::read_to_string(PROC_CGROUP_PATH).map_err(unreadable(PROC_CGROUP_PATH))?;
    let v2 = version_2_directories(&mounts, &own);
    if let Some(directory) = v2.iter().find(|directory| can_hold_groups(directory)) {
        return Ok(Hierarchy {
            memory: directory.clone(),
            cpu_and_pids: None,
        });
    }
    let v1 = |controller| {
        // On a machine with only cgroup version 2, the lack of version 1 controllers is not worth
        // reporting.
        if !v2.is_empty() && mounts.of_type("cgroup").next().is_none() {
            let reason = "no version 2 control group with the memory and pids controllers is \
                          delegated to this user";
            return Err(CgroupsUnavailable(reason.to_owned()));
        }
        version_1_directory(&mounts, &own, controller)
            .ok_or_else(|| CgroupsUnavailable(format!("no cgroup controller {controller}")))
    };
    let directories = [v1("cpuacct")?, v1("memory")?, v1("pids")?];
    if let Some(directory) = directories.iter().find(|directory| !is_writable(directory)) {
        let reason = format!("{} is not writable", directory.display());
        return Err(CgroupsUnavailable(reason));
    }
    let [cpu, memory, pids] = directories;
    Ok(Hierarchy {
        memory,
        cpu_and_pids: Some([cpu, pids]),
    })
}

/// Returns the version of the control groups that a new run would use. Without control groups,
/// resource limits apply to single processes, and the usage of each process is measured.
///
/// # Errors
/// Returns an error if no groups can be created.
pub fn cgroup_version() -> Result<u8, CgroupsUnavailable> {
    Ok(if find()?.cpu_and_pids.is_some() { 1 } else { 2 })
}

fn is_writable(directory: &Path) -> bool {
    rustix::fs::access(directory, rustix::fs::Access::WRITE_OK).is_ok()
}

/// Returns the directory of this process's group in the cgroup version 1 hierarchy of a controller.
fn version_1_directory(mounts: &Mounts, own: &str, controller: &str) -> Option<PathBuf> {
    let group = own.lines().find_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        let (names, path) = (fields.next()?, fields.next()?);
        names
            .split(',')
            .any(|name| name == controller)
            .then_some(path)
    })?;
    let mut hierarchies = mounts
        .of_type("cgroup")
        .filter(|mount| mount.has_option(controller));
    hierarchies.find_map(|mount| mount.path_on_mount(Path::new(group)))
}

/// Returns the directory of this process's group in the cgroup version 2 hierarchy, followed by its
/// ancestors, nearest first.
fn version_2_directories(mounts: &Mounts, own: &str) -> Vec<PathBuf> {
    let found = || {
        let group = own.lines().find_map(|line| line.strip_prefix("0::"))?;
        let mount = mounts.of_type("cgroup2").next()?;
        let directory = mount.path_on_mount(Path::new(group))?;
        let directories = directory
            .ancestors()
            .take_while(|directory| directory.starts_with(&mount.target));
        Some(directories.map(Path::to_owned).collect())
    };
    found().unwrap_or_default()
}

/// Returns whether this cgroup version 2 group can be the parent of a worker's groups: its child
/// groups have the `memory` and `pids` controllers, and this process may create child groups.
fn can_hold_groups(directory: &Path) -> bool {
    let controllers = fs::read_to_string(directory.join("cgroup.subtree_control"));
    let controllers = controllers.unwrap_or_default();
    let has = |wanted| controllers.split_whitespace().any(|name| name == wanted);
    has("memory")
        && has("pids")
        && is_writable(directory)
        && is_writable(&directory.join("cgroup.procs"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTINFO_SAMPLE: &[u8] = b"\
        31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755\n\
        33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct\n\
        35 31 0:32 /box /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n\
        41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n";
    const PROC_CGROUP_SAMPLE: &str =
        "4:memory:/box/inner\n2:cpu,cpuacct:/\n0::/user.slice/app.slice\n";

    #[test]
    fn version_1_group_is_found_below_the_root_of_its_mount() {
        let mounts = Mounts::parse(MOUNTINFO_SAMPLE);
        let path = |controller| version_1_directory(&mounts, PROC_CGROUP_SAMPLE, controller);
        assert_eq!(path("cpuacct"), Some("/sys/fs/cgroup/cpu,cpuacct".into()));
        assert_eq!(path("memory"), Some("/sys/fs/cgroup/memory/inner".into()));
        assert_eq!(path("pids"), None);
    }

    #[test]
    fn version_2_groups_are_listed_nearest_first() {
        let mounts = Mounts::parse(MOUNTINFO_SAMPLE);
        let expected = ["/user.slice/app.slice", "/user.slice", ""]
            .map(|group| PathBuf::from(format!("/sys/fs/cgroup/unified{group}")));
        assert_eq!(version_2_directories(&mounts, PROC_CGROUP_SAMPLE), expected);
    }

    #[test]
    fn version_2_group_needs_both_controllers() {
        let directory = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| fs::write(directory.path().join(name), text).unwrap();
        file("cgroup.procs", "");
        file("cgroup.subtree_control", "cpu memory\n");
        assert!(!can_hold_groups(directory.path()));
        file("cgroup.subtree_control", "cpu memory pids\n");
        assert!(can_hold_groups(directory.path()));
    }
}
