//! The system call filter (seccomp).
//!
//! System calls that runtimes and compilers need are allowed. If a process makes a system call that
//! only an attack makes, the kernel kills the process with `SIGSYS`, so that the judge can report
//! the call. The same happens for calls through a foreign interface (32-bit x86, x32). All other
//! calls fail with an error number, as on a kernel without them.

mod call_rules;
mod calls;
pub(crate) mod program;
mod rule;
#[cfg(test)]
mod tests;
