//! Finds the toolchains of this machine, and generates the script that installs toolchains.

mod binds;
mod host_tool;
mod installed_toolchain;
mod probe;
mod setup;
mod version_cache;

pub use installed_toolchain::{TOOL_SEARCH_PATH, Toolchain, toolchains_dir};
pub use probe::{probe, probe_uncached};
pub use setup::{install_commands, setup_script};
pub use version_cache::VERSIONS_DIRECTORY;
