//! The mounts of one run: `/proc`, `/box`, `/tmp`, and `/prog` of a build.

use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::Path;

use rustix::mount::{MountFlags, mount, mount_bind};

use crate::error::{FailedStart, Step, at_step};
use crate::job::Job;
use crate::mounts::bind::mount_tmpfs;
use crate::mounts::root::{RUNNER, WARM, copy_below_tmp, mount_again};

/// Mounts the directories that belong to one run.
pub(super) fn mount_own(job: &Job) -> Result<(), FailedStart> {
    // The new /tmp covers toolchains below it.
    let toolchain = copy_below_tmp(&job.toolchain).map_err(at_step(Step::Mounts))?;
    mount_writable(job).map_err(at_step(Step::Mounts))?;
    if job.is_build() {
        copy_program(job).map_err(at_step(Step::Program))?;
    }
    mount_bind("/tmp/tmp", "/tmp").map_err(at_step(Step::Mounts))?;
    mount_again(toolchain).map_err(at_step(Step::Mounts))
}

/// Mounts `/proc` and `/box`, and all writable directories, for now at `/tmp`.
fn mount_writable(job: &Job) -> io::Result<()> {
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    // Only the directories of processes: the machine's load, free memory and counters
    // would reveal what other runs do.
    mount("proc", "/proc", "proc", flags, Some(c"subset=pid"))?;
    let disk = job.limits.disk.0;
    // An inode takes about 1 KiB of kernel memory.
    let inodes = (disk >> 12).clamp(1 << 10, 1 << 14);
    let options = format!("mode=755,size={disk},nr_inodes={inodes}");
    mount_tmpfs(Path::new("/tmp"), file_restrictions(job), &options)?;
    for directory in ["box", "tmp"] {
        let path = Path::new("/tmp").join(directory);
        fs::create_dir(&path)?;
        let mode = if directory == "tmp" { 0o1777 } else { 0o755 };
        fs::set_permissions(&path, fs::Permissions::from_mode(mode))?;
        chown(&path, Some(RUNNER), Some(RUNNER))?;
    }
    Ok(mount_bind("/tmp/box", "/box")?)
}

/// Returns the restrictions on files that a job creates. A run may execute none of them:
/// if it executed a file of its own that nobody may read, the kernel would remove the
/// counter of CPU time and hide the process's memory from the judge.
fn file_restrictions(job: &Job) -> MountFlags {
    if job.is_build() {
        MountFlags::empty()
    } else {
        MountFlags::NOEXEC
    }
}

/// Mounts a writable copy over `/prog`, with links to the prepared toolchain.
fn copy_program(job: &Job) -> io::Result<()> {
    let copy = Path::new("/tmp/prog");
    fs::create_dir(copy)?;
    copy_in(Path::new("/prog"), copy, RUNNER)?;
    if job.warm.is_some() {
        for entry in fs::read_dir(WARM)? {
            let entry = entry?;
            symlink(entry.path(), copy.join(entry.file_name()))?;
        }
    }
    Ok(mount_bind(copy, "/prog")?)
}

/// Copies the judge's program directory into a directory of the sandbox, for `owner`.
fn copy_in(from: &Path, to: &Path, owner: u32) -> io::Result<()> {
    chown(to, Some(owner), Some(owner))?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type()?;
        if kind.is_dir() {
            fs::create_dir(&to)?;
            copy_in(&from, &to, owner)?;
        } else if kind.is_file() {
            fs::copy(&from, &to)?;
            chown(&to, Some(owner), Some(owner))?;
        }
    }
    Ok(())
}
