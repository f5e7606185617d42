//! Kernel settings of the calling process and its mounts, and kernel features.

use std::ffi::CStr;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::ptr;

use rustix::thread::UnshareFlags;

/// Returns the error in `errno` if the return value of a system call is negative.
pub(super) fn syscall_result(result: libc::c_long) -> io::Result<()> {
    if result < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Moves this process into new namespaces. The process must be single-threaded.
pub(crate) fn unshare(flags: UnshareFlags) -> io::Result<()> {
    // SAFETY: only unsharing the descriptor table could break owned descriptors, and no caller
    // requests that.
    Ok(unsafe { rustix::thread::unshare_unsafe(flags) }?)
}

/// Disables address space layout randomization for the program that this process will execute.
pub(crate) fn disable_address_randomization() -> io::Result<()> {
    // SAFETY: the system call accesses no memory.
    syscall_result(unsafe { libc::syscall(libc::SYS_personality, libc::ADDR_NO_RANDOMIZE) })
}

/// Returns the version of the kernel's Landlock ABI, or `None` if Landlock is missing or disabled.
pub(crate) fn landlock_abi_version() -> Option<u32> {
    const LANDLOCK_CREATE_RULESET_VERSION: libc::c_uint = 1;
    // SAFETY: without attributes, the call only returns a number.
    let version = unsafe {
        libc::syscall(
            libc::SYS_landlock_create_ruleset,
            ptr::null::<libc::c_void>(),
            0_usize,
            LANDLOCK_CREATE_RULESET_VERSION,
        )
    };
    u32::try_from(version).ok()
}

/// Makes a detached tree of mounts read-only, and disables setuid programs and devices in it.
pub(crate) fn make_tree_read_only(tree: &OwnedFd) -> io::Result<()> {
    let flags = libc::AT_EMPTY_PATH | libc::AT_RECURSIVE;
    let attributes = READ_ONLY_ATTRIBUTES | libc::MOUNT_ATTR_NODEV;
    set_mount_attributes(tree.as_raw_fd(), c"", flags, attributes, 0)
}

/// Makes the mount of a device file read-only. Writes still reach the driver, but the timestamps
/// and the owner of the file cannot change.
pub(crate) fn make_device_read_only(device: &OwnedFd) -> io::Result<()> {
    set_mount_attributes(
        device.as_raw_fd(),
        c"",
        libc::AT_EMPTY_PATH,
        READ_ONLY_ATTRIBUTES,
        0,
    )
}

/// Makes an attached mount read-only.
pub(crate) fn make_mount_read_only(path: &CStr) -> io::Result<()> {
    set_mount_attributes(libc::AT_FDCWD, path, 0, READ_ONLY_ATTRIBUTES, 0)
}

/// Makes an attached mount writable again. Setuid programs stay disabled.
pub(crate) fn make_mount_writable(path: &CStr) -> io::Result<()> {
    set_mount_attributes(libc::AT_FDCWD, path, 0, 0, libc::MOUNT_ATTR_RDONLY)
}

const READ_ONLY_ATTRIBUTES: u64 = libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID;

fn set_mount_attributes(
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
    // SAFETY: the path and the attributes are valid, and the size matches.
    syscall_result(unsafe {
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
