//! The root file system of a job, and the mounts of the host.

pub(crate) mod bind;
pub(crate) mod hidden_files;
pub(crate) mod hidden_path_registry;
pub(crate) mod mount_table;
pub(crate) mod root;
mod system;
