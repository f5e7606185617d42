//! Attributes of mounts: read-only, without setuid, without devices.

use std::ffi::CStr;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

use super::errno::check;

/// Makes a detached tree of mounts read-only, without setuid and devices.
pub(crate) fn read_only(tree: &OwnedFd) -> io::Result<()> {
    let flags = libc::AT_EMPTY_PATH | libc::AT_RECURSIVE;
    let attributes = READ_ONLY | libc::MOUNT_ATTR_NODEV;
    set_mount(tree.as_raw_fd(), c"", flags, attributes, 0)
}

/// Makes a detached device read-only: writes still reach its driver, but its
/// timestamps and owner cannot change.
pub(crate) fn read_only_device(device: &OwnedFd) -> io::Result<()> {
    set_mount(device.as_raw_fd(), c"", libc::AT_EMPTY_PATH, READ_ONLY, 0)
}

/// Makes one mount of this namespace read-only.
pub(crate) fn read_only_here(place: &CStr) -> io::Result<()> {
    set_mount(libc::AT_FDCWD, place, 0, READ_ONLY, 0)
}

/// Undoes [`read_only_here`], but for setuid.
pub(crate) fn writable_here(place: &CStr) -> io::Result<()> {
    set_mount(libc::AT_FDCWD, place, 0, 0, libc::MOUNT_ATTR_RDONLY)
}

const READ_ONLY: u64 = libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID;

fn set_mount(
    directory: RawFd,
    path: &CStr,
    flags: libc::c_int,
    set: u64,
    clear: u64,
) -> io::Result<()> {
    let attributes = libc::mount_attr {
        attr_set: set,
        attr_clr: clear,
        propagation: 0,
        userns_fd: 0,
    };
    // SAFETY: the path and the attributes are live, and their size is right.
    check(unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            directory,
            path.as_ptr(),
            flags,
            &raw const attributes,
            size_of_val(&attributes),
        )
    })
}
