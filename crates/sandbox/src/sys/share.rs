//! Children of this process, which must have one thread unless a function allows more, and
//! children that share its memory. For the latter no memory is copied or unmapped, so they
//! cost a fraction of a [copy](run_copy).
//!
//! Only one of parent and child runs at any time, except for [`reap`] in the child and the
//! parent's code at that time. These use only their own stacks: neither the heap nor
//! thread-local state such as `errno`.

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::io::retry_on_intr;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, WaitId, WaitIdOptions, WaitOptions, wait, waitid};
use rustix::thread::{Timespec, nanosleep};

use super::kernel::check;
use crate::wire::messages::RunStatus;
use crate::wire::socket::send_without_heap;

/// Size of a stack, that of a program's main thread. A child touches about 10 KiB of it.
const STACK: usize = 8 << 20;
/// Size of the inaccessible area below a stack: at least the page size of every machine.
const GUARD: usize = 1 << 16;

/// The stack of a child.
pub(crate) struct Stack(*mut libc::c_void);

impl Stack {
    pub(crate) fn new() -> io::Result<Self> {
        let (none, whole) = (ptr::null_mut(), GUARD + STACK);
        let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_STACK;
        // SAFETY: new memory, of which the lower end is made inaccessible.
        unsafe {
            let bottom = libc::mmap(none, whole, libc::PROT_NONE, kind, -1, 0);
            if bottom == libc::MAP_FAILED {
                return Err(io::Error::last_os_error());
            }
            let stack = Self(bottom);
            let writable = libc::PROT_READ | libc::PROT_WRITE;
            check(libc::mprotect(bottom.add(GUARD), STACK, writable).into())?;
            Ok(stack)
        }
    }

    fn top(&self) -> *mut libc::c_void {
        // SAFETY: the end of the mapping.
        unsafe { self.0.add(GUARD + STACK) }
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        // SAFETY: mapped by us, and no child runs on it when its owner goes.
        unsafe { libc::munmap(self.0, GUARD + STACK) };
    }
}

/// Runs `action` in a child, and returns when the child has executed a program or ended.
/// Memory that the child does not free stays allocated. It exits with the status that
/// `action` returns. If this process has several threads, `action` may only call
/// async-signal-safe functions: the other threads go on meanwhile.
pub(crate) fn run_until_exec<F: FnOnce() -> libc::c_int>(
    stack: &Stack,
    action: F,
) -> io::Result<Pid> {
    // SAFETY: `CLONE_VFORK` suspends this task until the child uses its memory no more.
    unsafe { clone(stack, libc::CLONE_VFORK, &mut Some(action)) }
}

/// Runs `action` in a copy of this process, which must have one thread, in the
/// namespaces of `flags`. The child ends with the status that `action` returns.
pub(crate) fn run_copy(
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

/// Whether the child has reached [`reap`], in which it does not change its parent's memory.
static REAPING: AtomicBool = AtomicBool::new(false);

/// Runs `action` in a child in the namespaces of `flags`, and returns when the child has
/// reached [`reap`] or ended. It exits with the status that `action` returns. It uses the
/// stack until it was waited for. `meanwhile` is called immediately, and must neither
/// allocate nor use thread-local state.
pub(crate) fn run_until_reaping<F: FnOnce() -> libc::c_int>(
    stack: &Stack,
    flags: libc::c_int,
    action: F,
    meanwhile: impl FnOnce(Pid),
) -> io::Result<Pid> {
    let (released, held) = pipe_with(PipeFlags::CLOEXEC)?;
    let mut action = Some(action);
    REAPING.store(false, Ordering::Relaxed);
    // SAFETY: what follows waits until the child has closed the pipe, which it does when
    // it ends, and in `reap` when all it needs is on its own stack.
    let child = unsafe { clone(stack, flags, &mut action) };
    let Ok(pid) = child else {
        return child;
    };
    meanwhile(pid);
    drop(held);
    // Nothing is written: the read returns when the pipe closes.
    let _ = retry_on_intr(|| rustix::io::read(&released, &mut [0]));
    if !REAPING.load(Ordering::Acquire) {
        // It has ended, or is about to.
        let end = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        let ended = retry_on_intr(|| waitid(WaitId::Pid(pid), end));
        if !matches!(ended, Ok(Some(ended)) if ended.exited()) {
            // The child was killed, and possibly while it changed the shared memory.
            exit_child(libc::EXIT_FAILURE);
        }
    }
    child
}

/// # Safety
/// The action and the stack are the child's until it has become another program, ended,
/// or come to what uses neither the action nor the heap; this task may not go on before.
unsafe fn clone<F: FnOnce() -> libc::c_int>(
    stack: &Stack,
    flags: libc::c_int,
    action: &mut Option<F>,
) -> io::Result<Pid> {
    extern "C" fn call<F: FnOnce() -> libc::c_int>(action: *mut libc::c_void) -> libc::c_int {
        // SAFETY: it is the argument given below, and the child calls once.
        let action = unsafe { &mut *action.cast::<Option<F>>() };
        action.take().map_or(libc::EXIT_FAILURE, |action| action())
    }
    let flags = flags | libc::CLONE_VM | libc::SIGCHLD;
    let action = ptr::from_mut(action).cast();
    // SAFETY: the stack grows down from its top; the rest is the caller's promise.
    let pid = unsafe { libc::clone(call::<F>, stack.top(), flags, action) };
    check(pid.into())?;
    Pid::from_raw(pid).ok_or_else(|| io::Error::other("a child without a number"))
}

/// Ends a child without running exit handlers, which belong to its parent.
pub(crate) fn exit_child(status: libc::c_int) -> ! {
    // SAFETY: ends this process.
    unsafe { libc::_exit(status) }
}

/// Reaps all children, without end, and reports the end of the main one on the status
/// socket. All other descriptors are closed; from then on the parent runs, too.
pub(crate) fn reap(status: &OwnedFd, main: Pid) -> ! {
    REAPING.store(true, Ordering::Release);
    reap_with_parent(status.as_raw_fd(), main)
}

/// Closes every descriptor but one.
pub(crate) fn close_all_but(kept: BorrowedFd<'_>) {
    let kept = kept.as_raw_fd() as libc::c_uint;
    // SAFETY: the caller, who is about to wait for ever, uses no other. Neither call
    // fails, so that none writes `errno`.
    unsafe {
        if kept > 0 {
            libc::syscall(libc::SYS_close_range, 0, kept - 1, 0);
        }
        libc::syscall(libc::SYS_close_range, kept + 1, libc::c_uint::MAX, 0);
    }
}

/// Takes nothing by reference and is not inlined, because the parent drops its values while
/// this runs. `extern "C"`, so that a panic ends the process and does not unwind into the
/// parent's frames.
#[inline(never)]
extern "C" fn reap_with_parent(status: RawFd, main: Pid) -> ! {
    // SAFETY: nothing closes it before this process ends.
    let status = unsafe { BorrowedFd::borrow_raw(status) };
    close_all_but(status);
    loop {
        match retry_on_intr(|| wait(WaitOptions::empty())) {
            Ok(Some((pid, ended))) if pid == main => {
                let ended = RunStatus::Ended {
                    status: ended.as_raw(),
                    peak: 0,
                    out_of_memory: false,
                };
                // If the judge has ended, this process ends soon, too.
                let _ = send_without_heap(status, &ended, &[]);
            }
            Ok(_) => {}
            // No process is left, and none can start any more.
            Err(_) => {
                let _ = nanosleep(&Timespec {
                    tv_sec: 3600,
                    tv_nsec: 0,
                });
            }
        }
    }
}
