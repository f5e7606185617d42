//! Measurements of a process tree that do not require a control group.

pub(crate) mod cpu_wait_times;
pub(crate) mod process_tree;
