//! The only unsafe code of the sandbox: system calls without a safe wrapper, forking, and the
//! steps between a fork and the start of a program.
//!
//! After a fork, the child of a multi-threaded process may only call async-signal-safe functions.
//! The parent therefore prepares all data in a [`PreparedCommand`], and the child allocates no
//! memory.
#![expect(
    unsafe_code,
    reason = "fork, execve and the clocks of other processes have no safe wrappers"
)]

mod child_process;
mod execute;
mod kernel;
mod wait;

pub(crate) use child_process::{
    Stack, close_descriptors_except, exit_from_child, reap, run_in_forked_child, run_until_exec,
    run_until_ready_to_reap,
};
pub(crate) use execute::{PreparedCommand, exec_with_filter, spawn};
pub(crate) use kernel::{
    disable_address_randomization, landlock_abi_version, make_device_read_only,
    make_mount_read_only, make_mount_writable, make_tree_read_only, unshare,
};
pub(crate) use wait::{
    await_sigchld, block_sigchld, create_task_clock, process_cpu_time, reset_signals, wait_for_exit,
};
