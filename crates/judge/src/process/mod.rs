//! Processes in the sandbox: their jobs, streams and measurements.

pub(crate) mod excerpt;
pub(crate) mod job;
pub(crate) mod running;
pub(crate) mod stream;
