//! Measurements of a process tree that need no control group.

pub(crate) mod cpu_waits;
pub(crate) mod process_tree;
