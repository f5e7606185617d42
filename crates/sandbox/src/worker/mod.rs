//! The worker process: it builds the root and starts an init process for each run; init then sets
//! up the program.

pub(crate) mod entry;
mod landlock;
mod memory_monitor;
mod run_init;
mod run_mounts;
mod runs;
