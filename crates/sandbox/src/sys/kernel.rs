//! Settings and features of the kernel that concern the calling process and its mounts.

use std::ffi::CStr;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::ptr;

use rustix::thread::UnshareFlags;

/// Returns the system's error if a system call returned a negative number.
pub(super) fn check(result: libc::c_long) -> io::Result<()> {
    if result < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Moves this process, which must have one thread, into new namespaces.
pub(crate) fn unshare(flags: UnshareFlags) -> io::Result<()> {
    // SAFETY: unsharing the descriptor table is what could break owned
    // descriptors, and is not asked for.
    Ok(unsafe { rustix::thread::unshare_unsafe(flags) }?)
}

/// Disables address space layout randomization for the program that this process becomes.
pub(crate) fn fix_addresses() -> io::Result<()> {
    // SAFETY: a plain system call.
    check(unsafe { libc::syscall(libc::SYS_personality, libc::ADDR_NO_RANDOMIZE) })
}

/// Returns the version of the kernel's Landlock interface, or `None` if Landlock is
/// missing or disabled.
pub(crate) fn landlock_interface() -> Option<u32> {
    const VERSION: libc::c_uint = 1;
    // SAFETY: without attributes the call only gives a number.
    let version = unsafe {
        libc::syscall(
            libc::SYS_landlock_create_ruleset,
            ptr::null::<libc::c_void>(),
            0_usize,
            VERSION,
        )
    };
    u32::try_from(version).ok()
}

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
