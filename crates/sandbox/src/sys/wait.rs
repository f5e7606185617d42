//! Waits for children and signals, and reads CPU clocks.

use std::io;
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::ptr;
use std::time::Duration;

use rustix::process::Pid;

use super::kernel::check;
use crate::job::{Exit, TreeUsage};
use mousetrap_util::Bytes;

/// Keeps `SIGCHLD` pending instead of dropping it, for [`await_child`].
pub(crate) fn hold_child_signals() {
    let set = child_signals();
    // SAFETY: the set is live.
    unsafe { libc::sigprocmask(libc::SIG_BLOCK, &raw const set, ptr::null_mut()) };
}

fn child_signals() -> libc::sigset_t {
    // SAFETY: a zeroed set is valid, and the calls initialise it.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGCHLD);
        set
    }
}

/// Waits until a child changes state or the time has passed.
pub(crate) fn await_child(time: Duration) {
    let time = libc::timespec {
        tv_sec: time.as_secs() as libc::time_t,
        tv_nsec: time.subsec_nanos().into(),
    };
    let set = child_signals();
    // SAFETY: the set and the time outlive the call.
    unsafe { libc::sigtimedwait(&raw const set, ptr::null_mut(), &raw const time) };
}

/// Gives every signal its default action and unblocks all. Uses system calls directly,
/// because the C library's functions refuse two signals.
pub(crate) fn reset_signals() {
    const LAST: libc::c_long = 64;
    const SET_SIZE: usize = 8;
    // The kernel's `struct sigaction`, all zero: `SIG_DFL`, no flags.
    let default = [0_u64; 4];
    let nobody = 0_u64;
    for signal in 1..=LAST {
        // SAFETY: the kernel reads a structure that is live and long enough,
        // and refuses signals whose action cannot be set.
        unsafe {
            libc::syscall(
                libc::SYS_rt_sigaction,
                signal,
                default.as_ptr(),
                ptr::null_mut::<u64>(),
                SET_SIZE,
            );
        }
    }
    // SAFETY: the set is live and of the size given.
    unsafe {
        libc::syscall(
            libc::SYS_rt_sigprocmask,
            libc::SIG_SETMASK,
            &raw const nobody,
            ptr::null_mut::<u64>(),
            SET_SIZE,
        );
    }
}

/// Returns the CPU time of an entire process, including threads that have ended, or `None`
/// if the process has ended.
pub(crate) fn process_clock(pid: Pid) -> Option<Duration> {
    const SCHEDULED: libc::clockid_t = 2;
    let clock = (!pid.as_raw_nonzero().get() << 3) | SCHEDULED;
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `time` is valid for writing.
    let result = unsafe { libc::clock_gettime(clock, &raw mut time) };
    (result == 0).then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}

/// Creates a counter of the CPU nanoseconds of this process's children from the time when
/// they execute a program, and of all their descendants (an inherited `perf` task clock). It
/// includes children that nobody waits for, and is exact for tasks that are running. It
/// belongs to this process, so that no child can stop it (`PR_TASK_PERF_EVENTS_DISABLE`).
///
/// # Errors
/// If the kernel refuses such counters to ordinary users (`kernel.perf_event_paranoid`
/// above 2).
pub(crate) fn task_clock() -> io::Result<OwnedFd> {
    const SOFTWARE: u64 = 1;
    const SIZE: u64 = 64;
    const TASK_CLOCK: u64 = 1;
    // Counting begins with `execve`, and this process calls none.
    const DISABLED_UNTIL_EXECUTION: u64 = 1 | 1 << 12;
    const INHERIT: u64 = 1 << 1;
    // A task clock always counts user and kernel time. Without these flags an ordinary user
    // may not create it.
    const EXCLUDE_KERNEL_AND_HYPERVISOR: u64 = 1 << 5 | 1 << 6;
    const CLOSE_ON_EXEC: libc::c_ulong = 1 << 3;
    // The first version of the kernel's `struct perf_event_attr`.
    let attributes: [u64; 8] = [
        SOFTWARE | SIZE << 32,
        TASK_CLOCK,
        0,
        0,
        0,
        DISABLED_UNTIL_EXECUTION | INHERIT | EXCLUDE_KERNEL_AND_HYPERVISOR,
        0,
        0,
    ];
    // SAFETY: the attributes are live and as long as they say.
    let descriptor = unsafe {
        libc::syscall(
            libc::SYS_perf_event_open,
            attributes.as_ptr(),
            0,
            -1,
            -1,
            CLOSE_ON_EXEC,
        )
    };
    check(descriptor)?;
    // SAFETY: the kernel has just given us this descriptor.
    Ok(unsafe { OwnedFd::from_raw_fd(descriptor as RawFd) })
}

/// Waits for a child. Returns how it ended, and the usage of the child and of its descendants
/// that were waited for. The memory is the largest resident set of one process.
///
/// # Errors
/// If it is not a child of this process.
pub(crate) fn wait(pid: Pid) -> io::Result<(Exit, TreeUsage)> {
    let mut status = 0;
    // SAFETY: a zeroed `rusage` is valid, and both pointers are live.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: as above.
        let result = unsafe {
            libc::wait4(
                pid.as_raw_nonzero().get(),
                &raw mut status,
                0,
                &raw mut usage,
            )
        };
        if result >= 0 {
            break;
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    let time = |t: libc::timeval| Duration::new(t.tv_sec as u64, t.tv_usec as u32 * 1000);
    let usage = TreeUsage {
        cpu: time(usage.ru_utime) + time(usage.ru_stime),
        memory: Bytes::kib(usage.ru_maxrss as u64),
        out_of_memory: false,
    };
    Ok((Exit::from_wait_status(status), usage))
}
