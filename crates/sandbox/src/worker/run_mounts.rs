//! The mounts of one run: `/proc`, `/box`, `/tmp`, and `/prog` of a build.

use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::Path;

use rustix::mount::{MountFlags, mount, mount_bind};

use crate::error::{FailedStart, Step, at_step};
use crate::mounts::bind::mount_tmpfs;
use crate::mounts::root::{RUNNER, WARM, put_back, take_up};
use crate::wire::messages::Run;

/// The mounts that are this run's own.
pub(super) fn mount_own(run: &Run) -> Result<(), FailedStart> {
    // Those below /tmp are about to be covered.
    let toolchain = take_up(&run.toolchain).map_err(at_step(Step::Mounts))?;
    own_directories(run).map_err(at_step(Step::Mounts))?;
    if run.build {
        copy_program(run).map_err(at_step(Step::Program))?;
    }
    let finish = || {
        mount_bind("/tmp/tmp", "/tmp")?;
        put_back(toolchain)
    };
    finish().map_err(at_step(Step::Mounts))
}

/// `/proc`, `/box`, and all that the run may write to, at `/tmp` for now.
fn own_directories(run: &Run) -> io::Result<()> {
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    // The directories of processes and nothing of the machine: its load, its
    // free memory and its counters tell what others do.
    mount("proc", "/proc", "proc", flags, Some(c"subset=pid"))?;
    let disk = run.limits.disk;
    // An inode takes about a kilobyte of kernel memory.
    let inodes = (disk >> 12).clamp(1 << 10, 1 << 14);
    let options = format!("mode=755,size={disk},nr_inodes={inodes}");
    mount_tmpfs(Path::new("/tmp"), own_files(run), &options)?;
    for directory in ["box", "tmp"] {
        let path = Path::new("/tmp").join(directory);
        fs::create_dir(&path)?;
        let everybody = if directory == "tmp" { 0o1777 } else { 0o755 };
        fs::set_permissions(&path, fs::Permissions::from_mode(everybody))?;
        chown(&path, Some(RUNNER), Some(RUNNER))?;
    }
    Ok(mount_bind("/tmp/box", "/box")?)
}

/// What the files that a job makes may not be. A run executes none of them:
/// a program that is its own and that nobody may read would be rid of the
/// counter of CPU time, and of looks at its memory.
fn own_files(run: &Run) -> MountFlags {
    if run.build {
        MountFlags::empty()
    } else {
        MountFlags::NOEXEC
    }
}

/// Puts a writable copy over `/prog`, with links to what was made ready for the
/// compiler.
fn copy_program(run: &Run) -> io::Result<()> {
    let copy = Path::new("/tmp/prog");
    fs::create_dir(copy)?;
    copy_in(Path::new("/prog"), copy, RUNNER)?;
    if run.warm.is_some() {
        for entry in fs::read_dir(WARM)? {
            let entry = entry?;
            symlink(entry.path(), copy.join(entry.file_name()))?;
        }
    }
    Ok(mount_bind(copy, "/prog")?)
}

/// Copies the judge's program directory into a directory inside, for `owner`.
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
