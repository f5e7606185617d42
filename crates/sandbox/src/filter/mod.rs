//! The system call filter (seccomp).
//!
//! The filter allows the system calls that runtimes and compilers need. If a process makes a call
//! that only an attacker would make, the kernel kills the process with `SIGSYS`, so that the judge
//! can report the call. The kernel also kills a process that makes a call through a foreign ABI
//! (32-bit x86 or x32). All other calls fail with an error number, as on a kernel that does not
//! implement them.

mod call_rules;
mod calls;
pub(crate) mod program;
mod rule;
#[cfg(test)]
mod tests;
