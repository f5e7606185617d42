//! Processes in the sandbox: starting them, exchanging data with them and measuring them.

mod cpu_wait;
pub(crate) mod excerpt;
pub(crate) mod job;
pub(crate) mod running_process;
pub(crate) mod stream;
