//! The filter on system calls (seccomp).
//!
//! The calls that runtimes and compilers need are allowed. Calls that only an attack
//! makes end the process with `SIGSYS`, so that the judge can name them. All other calls
//! fail with an error number, as on a kernel that lacks them. Calls of a foreign
//! architecture (32-bit x86, x32) end the process.

mod call_rules;
mod calls;
pub(crate) mod program;
mod rule;
#[cfg(test)]
mod tests;
