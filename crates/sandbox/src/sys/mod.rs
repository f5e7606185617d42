//! System calls without a safe form, and the only unsafe code of the sandbox: forking,
//! and the steps between a fork and the start of a program.
//!
//! After a fork the child of a threaded process may only use
//! async-signal-safe functions, so everything it needs is laid out before, in
//! an [`Image`]; the child allocates nothing.
#![expect(
    unsafe_code,
    reason = "fork, execve and clocks of other processes have no safe form"
)]

mod execute;
mod kernel;
mod share;
mod wait;

pub(crate) use execute::{Image, execute_filtered, spawn};
pub(crate) use kernel::{
    fix_addresses, landlock_interface, read_only, read_only_device, read_only_here, unshare,
    writable_here,
};
pub(crate) use share::{
    Stack, close_all_but, exit_child, reap, run_copy, run_until_exec, run_until_reaping,
};
pub(crate) use wait::{
    await_child, hold_child_signals, process_clock, reset_signals, task_clock, wait,
};
