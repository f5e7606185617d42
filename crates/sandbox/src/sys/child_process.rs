//! Child processes that either copy or share this process's memory. Sharing memory is much cheaper
//! than [copying](run_in_forked_child) it, because no memory is copied or unmapped. This process
//! must be single-threaded unless the documentation of a function allows several threads.
//!
//! A parent and a child that share memory never run at the same time, with one exception: the loop
//! of the child in [`reap`]. During that time, parent and child each use only their own stack, and
//! neither of them touches the heap or thread-local state such as `errno`.

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::io::retry_on_intr;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, WaitId, WaitIdOptions, WaitOptions, wait, waitid};
use rustix::thread::{Timespec, nanosleep};

use super::kernel::syscall_result;
use crate::wire::messages::RunStatus;
use crate::wire::socket::send_without_allocating;

/// Size in bytes of a child's stack, equal to the default stack size of a main thread. A child uses
/// only about 10 KiB of its stack, and the kernel provides no memory for the rest.
const STACK_SIZE: usize = 8 << 20;
/// Size in bytes of the inaccessible guard area below a stack: a multiple of the page size of every
/// supported machine.
const GUARD_SIZE: usize = 1 << 16;

/// The memory of a child's stack.
pub(crate) struct Stack(*mut libc::c_void);

impl Stack {
    pub(crate) fn new() -> io::Result<Self> {
        let (anywhere, size) = (ptr::null_mut(), GUARD_SIZE + STACK_SIZE);
        let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_STACK;
        // SAFETY: maps new memory, of which everything above the guard area becomes accessible.
        unsafe {
            let bottom = libc::mmap(anywhere, size, libc::PROT_NONE, kind, -1, 0);
            if bottom == libc::MAP_FAILED {
                return Err(io::Error::last_os_error());
            }
            let stack = Self(bottom);
            let writable = libc::PROT_READ | libc::PROT_WRITE;
            syscall_result(libc::mprotect(bottom.add(GUARD_SIZE), STACK_SIZE, writable).into())?;
            Ok(stack)
        }
    }

    fn top(&self) -> *mut libc::c_void {
        // SAFETY: the result points to the end of the mapping.
        unsafe { self.0.add(GUARD_SIZE + STACK_SIZE) }
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        // SAFETY: this type mapped the memory, and no child uses the stack any more when its owner
        // drops it.
        unsafe { libc::munmap(self.0, GUARD_SIZE + STACK_SIZE) };
    }
}

/// Runs `action` in a child that shares this process's memory, and returns when the child has
/// executed a program or ended. The child exits with the status that `action` returns. Memory that
/// the child allocates and does not free is leaked in this process, because the two share their
/// memory. If this process has several threads, `action` may only call async-signal-safe functions,
/// because the other threads keep running.
pub(crate) fn run_until_exec<F: FnOnce() -> libc::c_int>(
    stack: &Stack,
    action: F,
) -> io::Result<Pid> {
    // SAFETY: `CLONE_VFORK` suspends this thread until the child no longer uses the shared memory.
    unsafe { clone_process(stack, libc::CLONE_VFORK, &mut Some(action)) }
}

/// Runs `action` in a forked child of this process, in the new namespaces that `flags` request.
/// This process must be single-threaded. The child exits with the status that `action` returns.
pub(crate) fn run_in_forked_child(
    flags: libc::c_int,
    action: impl FnOnce() -> libc::c_int,
) -> io::Result<Pid> {
    let flags = flags | libc::SIGCHLD;
    // SAFETY: without a stack argument, the child continues on a copy of this stack, as after
    // `fork`. This is the only thread, so no other thread holds a lock.
    let pid = unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) };
    syscall_result(pid)?;
    match Pid::from_raw(pid as i32) {
        Some(child) => Ok(child),
        None => exit_from_child(action()),
    }
}

/// Whether the child executes [`reap`]. In `reap`, a child does not change the memory that it
/// shares with its parent.
static IS_REAPING: AtomicBool = AtomicBool::new(false);

/// Runs `action` in a child that shares this process's memory, in the new namespaces that `flags`
/// request. Returns when the child has called [`reap`] or ended. The child exits with the status
/// that `action` returns. The child runs on `stack` until it has been reaped. `meanwhile` is called
/// immediately in this process, and must neither allocate nor use thread-local state.
pub(crate) fn run_until_ready_to_reap<F: FnOnce() -> libc::c_int>(
    stack: &Stack,
    flags: libc::c_int,
    action: F,
    meanwhile: impl FnOnce(Pid),
) -> io::Result<Pid> {
    let (reader, writer) = pipe_with(PipeFlags::CLOEXEC)?;
    let mut action = Some(action);
    IS_REAPING.store(false, Ordering::Relaxed);
    // SAFETY: the code below waits until the child has closed the pipe. The child closes it when it
    // ends, and in `reap`, when it uses only its own stack.
    let child = unsafe { clone_process(stack, flags, &mut action) };
    let Ok(pid) = child else {
        return child;
    };
    meanwhile(pid);
    drop(writer);
    // No process writes to the pipe, so the read returns when the child closes the pipe.
    let _ = retry_on_intr(|| rustix::io::read(&reader, &mut [0]));
    if !IS_REAPING.load(Ordering::Acquire) {
        // The child has ended or is about to end.
        let end = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        let ended = retry_on_intr(|| waitid(WaitId::Pid(pid), end));
        if !matches!(ended, Ok(Some(ended)) if ended.exited()) {
            // The child was killed, possibly while it was changing the shared memory.
            exit_from_child(libc::EXIT_FAILURE);
        }
    }
    child
}

/// # Safety
/// The caller must not use the action or the stack until the child has executed another program,
/// ended, or reached code that uses neither the action nor the heap.
unsafe fn clone_process<F: FnOnce() -> libc::c_int>(
    stack: &Stack,
    flags: libc::c_int,
    action: &mut Option<F>,
) -> io::Result<Pid> {
    extern "C" fn call<F: FnOnce() -> libc::c_int>(action: *mut libc::c_void) -> libc::c_int {
        // SAFETY: the pointer is the `action` passed below, and the child calls this function
        // once.
        let action = unsafe { &mut *action.cast::<Option<F>>() };
        action.take().map_or(libc::EXIT_FAILURE, |action| action())
    }
    let flags = flags | libc::CLONE_VM | libc::SIGCHLD;
    let action = ptr::from_mut(action).cast();
    // SAFETY: the stack grows down from its top. The caller guarantees the other requirements.
    let pid = unsafe { libc::clone(call::<F>, stack.top(), flags, action) };
    syscall_result(pid.into())?;
    Pid::from_raw(pid).ok_or_else(|| io::Error::other("clone returned no process id"))
}

/// Ends a child without running the exit handlers, which belong to the parent.
pub(crate) fn exit_from_child(status: libc::c_int) -> ! {
    // SAFETY: the call only ends this process.
    unsafe { libc::_exit(status) }
}

/// Closes all descriptors except the status socket, then reaps children in an endless loop, and
/// reports the exit of the main child on the socket. Closing the descriptors also closes the pipe
/// of [`run_until_ready_to_reap`], so that the parent continues.
pub(crate) fn reap(status: &OwnedFd, main: Pid) -> ! {
    IS_REAPING.store(true, Ordering::Release);
    reap_with_parent(status.as_raw_fd(), main)
}

/// Closes every descriptor except `kept`.
pub(crate) fn close_descriptors_except(kept: BorrowedFd<'_>) {
    let kept = kept.as_raw_fd() as libc::c_uint;
    // SAFETY: the caller is about to wait forever and uses no other descriptor. Neither call
    // fails, so neither writes `errno`.
    unsafe {
        if kept > 0 {
            libc::syscall(libc::SYS_close_range, 0, kept - 1, 0);
        }
        libc::syscall(libc::SYS_close_range, kept + 1, libc::c_uint::MAX, 0);
    }
}

/// The loop of [`reap`], which runs concurrently with the parent. The function is not inlined and
/// takes no references, because, while the loop runs, the parent may drop the values to which such
/// references would point. With `extern "C"`, a panic ends the process and does not unwind into the
/// parent's frames.
#[inline(never)]
extern "C" fn reap_with_parent(status: RawFd, main: Pid) -> ! {
    // SAFETY: the descriptor stays open until this process ends.
    let status = unsafe { BorrowedFd::borrow_raw(status) };
    close_descriptors_except(status);
    loop {
        match retry_on_intr(|| wait(WaitOptions::empty())) {
            Ok(Some((pid, ended))) if pid == main => {
                let ended = RunStatus::Ended {
                    status: ended.as_raw(),
                    peak: 0,
                    out_of_memory: false,
                };
                // Errors are ignored: if the judge has ended, this process will be killed soon.
                let _ = send_without_allocating(status, &ended, &[]);
            }
            Ok(_) => {}
            // The run has no processes left, and cannot start new ones.
            Err(_) => {
                let _ = nanosleep(&Timespec {
                    tv_sec: 3600,
                    tv_nsec: 0,
                });
            }
        }
    }
}
