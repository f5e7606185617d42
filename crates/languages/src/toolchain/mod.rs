//! Finds the toolchains of this machine and writes the script that installs them.

mod binds;
mod directories;
mod error;
mod found;
mod host_tool;
mod probe;
mod setup;
mod version_cache;

pub use directories::{TOOL_PATH, toolchains_dir};
pub use error::ProbeError;
pub use found::{Probed, Toolchain};
pub use probe::{ProjectCommand, probe, probe_again};
pub use setup::{install_commands, setup_script};
pub use version_cache::VERSIONS;
