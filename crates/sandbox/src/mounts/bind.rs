//! Mounting of host directories and temporary file systems at paths that a job sees.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

use rustix::fs::CWD;
use rustix::mount::{
    MountFlags, MoveMountFlags, OpenTreeFlags, UnmountFlags, mount, move_mount, open_tree, unmount,
};

use super::mount_table::TMPFS_SOURCE;
use crate::error::{FailedStep, in_step};
use crate::sys;

/// Copies the mount at `path`, and all mounts below it, to a detached mount tree.
pub(crate) fn copy_tree(path: impl AsRef<Path>) -> io::Result<OwnedFd> {
    copy_mounts(path.as_ref(), OpenTreeFlags::AT_RECURSIVE)
}

/// Copies the file or directory at `path`, without the mounts below it, to a detached mount.
pub(crate) fn copy_mount(path: impl AsRef<Path>) -> io::Result<OwnedFd> {
    copy_mounts(path.as_ref(), OpenTreeFlags::empty())
}

fn copy_mounts(path: &Path, flags: OpenTreeFlags) -> io::Result<OwnedFd> {
    let flags = flags | OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::OPEN_TREE_CLOEXEC;
    Ok(open_tree(CWD, path, flags)?)
}

/// Mounts a detached mount tree read-only at an existing path.
pub(crate) fn mount_tree_read_only(tree: &OwnedFd, path: &Path) -> io::Result<()> {
    sys::make_tree_read_only(tree)?;
    mount_tree(tree, path)
}

/// Mounts a detached mount tree at an existing path.
pub(crate) fn mount_tree(tree: &OwnedFd, path: &Path) -> io::Result<()> {
    let flags = MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH;
    Ok(move_mount(tree, "", CWD, path, flags)?)
}

/// Creates a file or directory and mounts a detached mount tree over it.
pub(crate) fn mount_tree_at_new_path(tree: &OwnedFd, path: &Path) -> io::Result<()> {
    let stat = rustix::fs::fstat(tree)?;
    if rustix::fs::FileType::from_raw_mode(stat.st_mode).is_dir() {
        create_dirs(path)?;
    } else {
        path.parent().map_or(Ok(()), create_dirs)?;
        fs::File::options().create(true).append(true).open(path)?;
    }
    mount_tree(tree, path)
}

/// Unmounts a mount tree, even if it is in use.
pub(crate) fn unmount_tree(path: &Path) -> Result<(), FailedStep> {
    unmount(path, UnmountFlags::DETACH).map_err(in_step(format!("hiding {}", path.display())))
}

/// Mounts an empty temporary file system.
pub(crate) fn mount_tmpfs(path: &Path, flags: MountFlags, options: &str) -> io::Result<()> {
    let flags = flags | MountFlags::NOSUID | MountFlags::NODEV;
    let options = std::ffi::CString::new(options)?;
    Ok(mount(TMPFS_SOURCE, path, "tmpfs", flags, &*options)?)
}

/// Creates a directory and its parents with read permission for everybody.
pub(crate) fn create_dirs(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o755).create(path)
}
