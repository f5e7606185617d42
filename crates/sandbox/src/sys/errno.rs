//! The error number of a failed system call.

use std::io;

/// Returns the system's error if a system call returned a negative number.
pub(super) fn check(result: libc::c_long) -> io::Result<()> {
    if result < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// The error number of this thread.
pub(super) fn errno() -> i32 {
    // SAFETY: the pointer to this thread's errno is always valid.
    unsafe { *libc::__errno_location() }
}
