//! Finds the toolchains of this machine, and generates the script that installs toolchains.

mod binds;
mod found;
mod host_tool;
mod probe;
mod setup;
mod version_cache;

pub use found::{Probed, TOOL_PATH, Toolchain, toolchains_dir};
pub use probe::{probe, probe_again};
pub use setup::{install_commands, setup_script};
pub use version_cache::VERSIONS_DIRECTORY;
