//! Control groups: limits and usage of an entire process tree.

pub(crate) mod group;
pub(crate) mod groups;
pub(crate) mod hierarchy;
pub(crate) mod usage;
