//! Settings and features of the kernel that concern the calling process.

use std::io;
use std::ptr;

use rustix::thread::UnshareFlags;

use super::errno::check;

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
