//! The worker process: building the root, and starting the init process of each run, which then
//! sets up the program.

pub(crate) mod entry;
mod landlock;
mod memory_watch;
mod run_init;
mod run_mounts;
mod runs;
