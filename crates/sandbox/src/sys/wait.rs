//! Waiting for children and signals, and reading CPU clocks.

use std::io;
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::ptr;
use std::time::Duration;

use rustix::process::Pid;

use super::kernel::syscall_result;
use crate::job::{Exit, JobUsage};
use mousetrap_util::Bytes;

/// Blocks `SIGCHLD`, so that the signal stays pending until [`await_sigchld`] waits for it.
pub(crate) fn block_sigchld() {
    let set = signal_set_with_sigchld();
    // SAFETY: the pointer to the signal set is valid.
    unsafe { libc::sigprocmask(libc::SIG_BLOCK, &raw const set, ptr::null_mut()) };
}

fn signal_set_with_sigchld() -> libc::sigset_t {
    // SAFETY: a zeroed signal set is valid, and the calls initialise it.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGCHLD);
        set
    }
}

/// Waits until a child changes state or the timeout expires.
pub(crate) fn await_sigchld(timeout: Duration) {
    let timeout = libc::timespec {
        tv_sec: timeout.as_secs() as libc::time_t,
        tv_nsec: timeout.subsec_nanos().into(),
    };
    let set = signal_set_with_sigchld();
    // SAFETY: the signal set and the timeout outlive the call.
    unsafe { libc::sigtimedwait(&raw const set, ptr::null_mut(), &raw const timeout) };
}

/// Resets every signal to its default action and unblocks all signals. The system calls are made
/// directly, because the C library refuses to change the actions of two signals that it uses
/// internally.
pub(crate) fn reset_signals() {
    const MAX_SIGNAL_NUMBER: libc::c_long = 64;
    const SIGNAL_SET_SIZE: usize = 8;
    // The kernel's `struct sigaction`. All zeros mean `SIG_DFL` without flags.
    let default = [0_u64; 4];
    let no_signals = 0_u64;
    for signal in 1..=MAX_SIGNAL_NUMBER {
        // SAFETY: the structure is valid and long enough. The kernel refuses signals whose action
        // cannot be set.
        unsafe {
            libc::syscall(
                libc::SYS_rt_sigaction,
                signal,
                default.as_ptr(),
                ptr::null_mut::<u64>(),
                SIGNAL_SET_SIZE,
            );
        }
    }
    // SAFETY: the signal set is valid and has the given size.
    unsafe {
        libc::syscall(
            libc::SYS_rt_sigprocmask,
            libc::SIG_SETMASK,
            &raw const no_signals,
            ptr::null_mut::<u64>(),
            SIGNAL_SET_SIZE,
        );
    }
}

/// Returns the CPU time of a process, including its threads that have ended. Returns `None` if the
/// process itself has ended.
pub(crate) fn process_cpu_time(pid: Pid) -> Option<Duration> {
    const CPUCLOCK_SCHED: libc::clockid_t = 2;
    let clock = (!pid.as_raw_nonzero().get() << 3) | CPUCLOCK_SCHED;
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the pointer to `time` is valid for writing.
    let result = unsafe { libc::clock_gettime(clock, &raw mut time) };
    (result == 0).then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}

/// Creates a `perf` task clock that child processes inherit. The clock counts the CPU time of this
/// process's children and all their descendants, in nanoseconds. The clock starts when a child
/// executes a program, and includes children that are never waited for. The value is exact even
/// while tasks are running. The counter belongs to this process, so no child can stop it with
/// `PR_TASK_PERF_EVENTS_DISABLE`.
///
/// # Errors
/// Returns an error if the kernel refuses such counters to ordinary users
/// (`kernel.perf_event_paranoid` above 2).
pub(crate) fn create_task_clock() -> io::Result<OwnedFd> {
    const PERF_TYPE_SOFTWARE: u64 = 1;
    const PERF_ATTR_SIZE: u64 = 64;
    const PERF_COUNT_SW_TASK_CLOCK: u64 = 1;
    // Counting begins with `execve`, which this process never calls.
    const COUNTING_DISABLED_UNTIL_EXEC: u64 = 1 | 1 << 12;
    const PERF_ATTR_INHERIT: u64 = 1 << 1;
    // A task clock always counts user and kernel time. Without these flags, an ordinary user may
    // not create a task clock.
    const EXCLUDE_KERNEL_AND_HYPERVISOR: u64 = 1 << 5 | 1 << 6;
    const PERF_FLAG_FD_CLOEXEC: libc::c_ulong = 1 << 3;
    // The first version of the kernel's `struct perf_event_attr`.
    let attributes: [u64; 8] = [
        PERF_TYPE_SOFTWARE | PERF_ATTR_SIZE << 32,
        PERF_COUNT_SW_TASK_CLOCK,
        0,
        0,
        0,
        COUNTING_DISABLED_UNTIL_EXEC | PERF_ATTR_INHERIT | EXCLUDE_KERNEL_AND_HYPERVISOR,
        0,
        0,
    ];
    // SAFETY: the attributes are valid and have the size that they state.
    let descriptor = unsafe {
        libc::syscall(
            libc::SYS_perf_event_open,
            attributes.as_ptr(),
            0,
            -1,
            -1,
            PERF_FLAG_FD_CLOEXEC,
        )
    };
    syscall_result(descriptor)?;
    // SAFETY: the kernel has just created this descriptor, and nothing else owns it.
    Ok(unsafe { OwnedFd::from_raw_fd(descriptor as RawFd) })
}

/// Waits for a child. Returns how the child ended, and the usage of the child and of its reaped
/// descendants. The reported memory is the largest resident set of a single process.
///
/// # Errors
/// Returns an error if the process is not a child of this process.
pub(crate) fn wait_for_exit(pid: Pid) -> io::Result<(Exit, JobUsage)> {
    let mut status = 0;
    // SAFETY: a zeroed `rusage` is valid.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: both pointers are valid.
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
    let usage = JobUsage {
        cpu: time(usage.ru_utime) + time(usage.ru_stime),
        memory: Bytes::kib(usage.ru_maxrss as u64),
        out_of_memory: false,
    };
    Ok((Exit::from_wait_status(status), usage))
}
