//! Processes in the sandbox: their jobs, streams and measurements.

mod cpu_wait;
pub(crate) mod excerpt;
pub(crate) mod job;
pub(crate) mod running;
pub(crate) mod stream;
