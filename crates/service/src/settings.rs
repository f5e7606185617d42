//! How a service is set up.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use mousetrap_judge::config::Config;
use mousetrap_judge::{Engine, Options};

/// How a service is set up.
#[derive(Debug)]
pub struct Settings {
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
    /// Who judges.
    pub engine: Arc<dyn Engine>,
    /// The languages that are not installed where judging is done here, by id, once
    /// that is known.
    pub missing: Arc<OnceLock<BTreeSet<String>>>,
    /// How to judge.
    pub options: Options,
    /// Submissions that are judged at a time.
    pub workers: usize,
    /// Whether to make a token that may do all there is for programs.
    pub token: bool,
    /// Whether to log to standard error, in lines of JSON.
    pub log: bool,
    /// Participants of a room to look around, with what they submit for problem 1728 in
    /// Python; where there are none, no room is made.
    pub demo: &'static [(&'static str, &'static str)],
}
