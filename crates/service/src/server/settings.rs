//! The settings of servers and workers.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use mousetrap_judge::config::Config;
use mousetrap_judge::{Engine, ReferenceSpeeds};
use mousetrap_sandbox::Isolation;

/// The versions of the installed toolchains by language id, once they are known.
pub type InstalledToolchains = Arc<OnceLock<BTreeMap<String, String>>>;

/// The settings of a process that judges submissions.
#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// The human-readable name of the worker.
    pub name: String,
    /// The judge that the worker uses.
    pub engine: Arc<dyn Engine>,
    /// The toolchains of this machine.
    pub installed: InstalledToolchains,
    /// Measures the speed of this machine. If `None`, CPU times are not scaled.
    pub reference_speeds: Option<Arc<ReferenceSpeeds>>,
    /// How submissions are isolated.
    pub isolation: Isolation,
    /// Maximum number of submissions judged at the same time. If 0, only other workers judge.
    pub jobs: usize,
}

/// The settings of a server.
#[derive(Debug)]
pub struct Settings {
    /// The settings of the server's own worker.
    pub worker: WorkerSettings,
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The public address of the service behind a proxy, in the form that [`origin`](crate::origin)
    /// returns: `https://judge.example`.
    pub public: Option<String>,
    /// The data directory.
    pub data: PathBuf,
    /// The URL of a `PostgreSQL` database. If `None`, an `SQLite` file in `data` is used.
    pub database: Option<String>,
    /// The project: suites, limits, languages.
    pub config: &'static Config,
    /// Whether to create an API token with all scopes.
    pub token: bool,
    /// The participants of a demonstration room, each with a source for problem 1728 in Python. If
    /// empty, no room is created.
    pub demo: &'static [(&'static str, &'static str)],
}
