//! The toolchain that a probe has found.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::error::ProbeError;

/// The result of a probe.
#[derive(Clone, Debug)]
pub enum Probed {
    /// The toolchain can be used.
    Toolchain(Toolchain),
    /// The toolchain cannot be used.
    Missing {
        /// The reason.
        reason: Arc<ProbeError>,
        /// The command that installs it.
        install: String,
    },
}

/// A toolchain of this machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Toolchain {
    /// Its version as it prints it.
    pub version: String,
    /// Values of `{toolchains}` and of the placeholders under `locate`.
    pub(crate) vars: BTreeMap<String, String>,
    /// Directories beyond the system directories that jobs must see.
    pub(crate) binds: Vec<PathBuf>,
    /// Environment variables beyond those of every job.
    pub(crate) env: Vec<(String, String)>,
}
