//! How a service is set up.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use mousetrap_judge::config::Config;
use mousetrap_judge::{Engine, ReferenceSpeeds};
use mousetrap_sandbox::Isolation;

/// The versions of the installed toolchains by language id, once they are known.
pub type Installed = Arc<OnceLock<BTreeMap<String, String>>>;

/// How a process judges.
#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// Its name among the workers.
    pub name: String,
    /// Who judges.
    pub engine: Arc<dyn Engine>,
    /// The languages that are installed on this machine.
    pub installed: Installed,
    /// Measures how fast this machine is; `None` leaves CPU times as they are.
    pub reference_speeds: Option<Arc<ReferenceSpeeds>>,
    /// How submissions are isolated.
    pub isolation: Isolation,
    /// Submissions that are judged at a time; with 0, only other workers judge.
    pub jobs: usize,
}

/// How a service is set up.
#[derive(Debug)]
pub struct Settings {
    /// How it judges.
    pub worker: WorkerSettings,
    /// Where to listen.
    pub listen: SocketAddr,
    /// What browsers call the service, where that is not what it listens on:
    /// `https://judge.example`, as [`origin`](crate::origin) writes it.
    pub public: Option<String>,
    /// The directory of the data.
    pub data: PathBuf,
    /// The URL of a `PostgreSQL` database; without one it is a file in `data`.
    pub database: Option<String>,
    /// The project: suites, limits, languages.
    pub config: &'static Config,
    /// Whether to make a token that may do all there is for programs.
    pub token: bool,
    /// Participants of a room to look around, with what they submit for problem 1728 in
    /// Python; where there are none, no room is made.
    pub demo: &'static [(&'static str, &'static str)],
}
