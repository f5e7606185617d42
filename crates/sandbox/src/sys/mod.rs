//! The system calls that Rust cannot vouch for: forking and what happens
//! between a fork and the start of a program. The only unsafe code of the sandbox.
//!
//! After a fork the child of a threaded process may only use
//! async-signal-safe functions, so everything it needs is laid out before, in
//! an [`Image`]; the child allocates nothing.
#![expect(
    unsafe_code,
    reason = "fork, execve and clocks of other processes have no safe form"
)]

mod errno;
mod execute;
mod share;
mod wait;

pub(super) use execute::{Image, execute_filtered, spawn};
pub(super) use share::{Stack, close_all_but, exit_child, reap, run_until_exec, run_until_reaping};
pub(super) use wait::{
    Waited, await_child, hold_child_signals, process_clock, reset_signals, task_clock, wait,
};

use std::ffi::CStr;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::ptr;

use rustix::process::Pid;
use rustix::thread::UnshareFlags;

use errno::check;

/// Gives the program that this process becomes the same addresses every time.
pub(super) fn fix_addresses() -> io::Result<()> {
    // SAFETY: a plain system call.
    check(unsafe { libc::syscall(libc::SYS_personality, libc::ADDR_NO_RANDOMIZE) })
}

/// Runs `action` in a copy of this process, which must have one thread, in the
/// namespaces of `flags`. The child ends with the status that `action` returns.
pub(super) fn run_copy(
    flags: libc::c_int,
    action: impl FnOnce() -> libc::c_int,
) -> io::Result<Pid> {
    let flags = flags | libc::SIGCHLD;
    // SAFETY: without a stack of its own the child goes on with a copy of
    // ours, like after `fork`; with one thread no lock is held by another.
    let pid = unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) };
    check(pid)?;
    match Pid::from_raw(pid as i32) {
        Some(child) => Ok(child),
        None => exit_child(action()),
    }
}

/// Moves this process, which must have one thread, into new namespaces.
pub(super) fn unshare(flags: UnshareFlags) -> io::Result<()> {
    // SAFETY: unsharing the descriptor table is what could break owned
    // descriptors, and is not asked for.
    Ok(unsafe { rustix::thread::unshare_unsafe(flags) }?)
}

/// Makes a detached tree of mounts read-only, without setuid and devices.
pub(super) fn read_only(tree: &OwnedFd) -> io::Result<()> {
    let flags = libc::AT_EMPTY_PATH | libc::AT_RECURSIVE;
    let attributes = READ_ONLY | libc::MOUNT_ATTR_NODEV;
    set_mount(tree.as_raw_fd(), c"", flags, attributes, 0)
}

/// Makes a detached device read-only: what is written goes to its driver, but
/// its times and owner stay.
pub(super) fn read_only_device(device: &OwnedFd) -> io::Result<()> {
    set_mount(device.as_raw_fd(), c"", libc::AT_EMPTY_PATH, READ_ONLY, 0)
}

/// Makes one mount of this namespace read-only.
pub(super) fn read_only_here(place: &CStr) -> io::Result<()> {
    set_mount(libc::AT_FDCWD, place, 0, READ_ONLY, 0)
}

/// Undoes [`read_only_here`], but for setuid.
pub(super) fn writable_here(place: &CStr) -> io::Result<()> {
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

/// The version of the kernel's Landlock interface; `None` where it has none or
/// it is switched off.
pub(super) fn landlock_interface() -> Option<u32> {
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
