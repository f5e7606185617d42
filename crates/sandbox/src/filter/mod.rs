//! The system call filter (seccomp).
//!
//! System calls that runtimes and compilers need are allowed. Calls that only an attack makes kill
//! the process with `SIGSYS`, so that the judge can report them. All other calls fail with an
//! error number, as on a kernel without them. Calls through a foreign interface (32-bit x86, x32)
//! kill the process.

mod call_rules;
mod calls;
pub(crate) mod program;
mod rule;
#[cfg(test)]
mod tests;
