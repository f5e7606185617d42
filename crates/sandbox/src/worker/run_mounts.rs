//! The private mounts of a run: `/proc`, `/box`, `/tmp` and, for a build, `/prog`.

use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::Path;

use rustix::mount::{MountFlags, mount, mount_bind};

use crate::error::{FailedStep, in_step};
use crate::job::Job;
use crate::mounts::bind::mount_tmpfs;
use crate::mounts::root::{
    PREPARED_TOOLCHAIN_PATH, SANDBOX_UID, copy_toolchains_below_tmp, remount_toolchain_copies,
};

/// Mounts the private directories of a run.
pub(super) fn mount_private_directories(job: &Job) -> Result<(), FailedStep> {
    const MOUNT_STEP: &str = "mounting the directories of the run (mount)";
    // The run's /tmp hides toolchains below /tmp, so these toolchains are mounted again.
    let toolchain = copy_toolchains_below_tmp(&job.toolchain).map_err(in_step(MOUNT_STEP))?;
    mount_writable_tmpfs(job).map_err(in_step(MOUNT_STEP))?;
    if job.is_build() {
        copy_program(job).map_err(in_step("copying the program directory"))?;
    }
    mount_bind("/tmp/tmp", "/tmp").map_err(in_step(MOUNT_STEP))?;
    remount_toolchain_copies(toolchain).map_err(in_step(MOUNT_STEP))
}

/// Mounts `/proc` and `/box` at their final paths, and the run's `/tmp` temporarily at `/tmp/tmp`.
fn mount_writable_tmpfs(job: &Job) -> io::Result<()> {
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    // Only the directories of processes are visible in /proc, because the load, free memory and
    // counters of the machine would reveal the activity of other runs.
    mount("proc", "/proc", "proc", flags, Some(c"subset=pid"))?;
    let disk = job.limits.disk.0;
    // The number of inodes is limited, because each inode takes about 1 KiB of kernel memory.
    let inodes = (disk >> 12).clamp(1 << 10, 1 << 14);
    let options = format!("mode=755,size={disk},nr_inodes={inodes}");
    mount_tmpfs(Path::new("/tmp"), writable_mount_flags(job), &options)?;
    for directory in ["box", "tmp"] {
        let path = Path::new("/tmp").join(directory);
        fs::create_dir(&path)?;
        let mode = if directory == "tmp" { 0o1777 } else { 0o755 };
        fs::set_permissions(&path, fs::Permissions::from_mode(mode))?;
        chown(&path, Some(SANDBOX_UID), Some(SANDBOX_UID))?;
    }
    Ok(mount_bind("/tmp/box", "/box")?)
}

/// Returns the mount flags for directories in which a job can create files. A run may not execute
/// files that it has created. Otherwise it could execute an unreadable file, and the kernel would
/// then remove the CPU time counter and hide the process's memory from the judge.
fn writable_mount_flags(job: &Job) -> MountFlags {
    if job.is_build() {
        MountFlags::empty()
    } else {
        MountFlags::NOEXEC
    }
}

/// Mounts a writable copy of the program directory over `/prog`, with links to the prepared
/// toolchain.
fn copy_program(job: &Job) -> io::Result<()> {
    let copy = Path::new("/tmp/prog");
    fs::create_dir(copy)?;
    copy_into_sandbox(Path::new("/prog"), copy)?;
    if job.warm.is_some() {
        for entry in fs::read_dir(PREPARED_TOOLCHAIN_PATH)? {
            let entry = entry?;
            symlink(entry.path(), copy.join(entry.file_name()))?;
        }
    }
    Ok(mount_bind(copy, "/prog")?)
}

/// Copies the judge's program directory to `to`, a directory in the sandbox, and makes the job's
/// user the owner of the copy.
fn copy_into_sandbox(from: &Path, to: &Path) -> io::Result<()> {
    chown(to, Some(SANDBOX_UID), Some(SANDBOX_UID))?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type()?;
        if kind.is_dir() {
            fs::create_dir(&to)?;
            copy_into_sandbox(&from, &to)?;
        } else if kind.is_file() {
            fs::copy(&from, &to)?;
            chown(&to, Some(SANDBOX_UID), Some(SANDBOX_UID))?;
        }
    }
    Ok(())
}
