//! Finds the toolchains of this machine, and generates the script that installs toolchains.

mod binds;
mod host_tool;
mod probe;
mod probe_result;
mod setup;
mod version_cache;

pub use probe::{probe, probe_uncached};
pub use probe_result::{ProbeResult, TOOL_PATH, Toolchain, toolchains_dir};
pub use setup::{install_commands, setup_script};
pub use version_cache::VERSIONS_DIRECTORY;
