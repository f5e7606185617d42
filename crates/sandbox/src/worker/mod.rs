//! The worker process and everything that happens inside of it: building the root,
//! starting the init of a run, and what this init does.

pub(crate) mod entry;
mod jail;
mod landlock;
mod memory_watch;
mod run_mounts;
mod runs;
