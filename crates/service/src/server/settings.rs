//! The settings of servers and workers, and the parser of server addresses.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use axum::http::Uri;
use mousetrap_judge::config::Config;
use mousetrap_judge::{Engine, ReferenceSpeeds};
use mousetrap_sandbox::Isolation;
use thiserror::Error;

/// The versions of the installed toolchains, keyed by language id, once they are known.
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
    /// Maximum number of submissions judged concurrently. If 0, other workers do all the judging.
    pub jobs: usize,
}

/// The settings of a server.
#[derive(Debug)]
pub struct Settings {
    /// The settings of the server's own worker.
    pub worker: WorkerSettings,
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The public address of the service behind a proxy, without a path: `https://judge.example`.
    pub public: Option<String>,
    /// The data directory.
    pub data: PathBuf,
    /// The URL of a `PostgreSQL` database. If `None`, an `SQLite` file in `data` is used.
    pub database: Option<String>,
    /// The operator's project, which defines suites, limits and languages.
    pub config: &'static Config,
    /// Whether to create an API token with all scopes.
    pub token: bool,
    /// The participants of a demonstration room, each with a source for problem 1728 in Python. If
    /// empty, no demonstration room is created.
    pub demo: &'static [(&'static str, &'static str)],
}

/// The error for a string that is not a valid server address.
#[derive(Clone, Copy, Debug, Error)]
#[error(
    "the address must consist of the scheme and the host of the server, without a path, such as \
     https://judge.example"
)]
pub struct InvalidOrigin;

/// Normalises the address of a server to the form that browsers use.
///
/// # Errors
/// Returns an error if the text is not a scheme and a host, with an optional port.
pub fn parse_origin(given: &str) -> Result<String, InvalidOrigin> {
    let url: Uri = given.parse().map_err(|_| InvalidOrigin)?;
    let (scheme, default_port) = match url.scheme_str() {
        Some("http") => ("http", ":80"),
        Some("https") => ("https", ":443"),
        _ => return Err(InvalidOrigin),
    };
    let authority = url.authority().ok_or(InvalidOrigin)?;
    let is_bare = url.path_and_query().is_none_or(|rest| rest == "/");
    let host = authority.host();
    let port = authority.as_str().strip_prefix(host).ok_or(InvalidOrigin)?;
    let is_port = |text: &str| text.parse().is_ok_and(|port: u16| port > 0);
    if !is_bare || host.is_empty() || !(port.is_empty() || is_port(&port[1..])) {
        return Err(InvalidOrigin);
    }
    let port = if port == default_port { "" } else { port };
    Ok(format!("{scheme}://{}{port}", host.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origin_without_scheme_or_host_is_refused() {
        for (given, known) in [
            ("https://judge.example", "https://judge.example"),
            ("https://Judge.example:443/", "https://judge.example"),
            ("http://judge.example:8080", "http://judge.example:8080"),
            ("http://[::1]:80", "http://[::1]"),
        ] {
            assert_eq!(parse_origin(given).unwrap(), known);
        }
        let refused = "|foo|127.0.0.1:8913|javascript:alert(1)|judge.example|//judge.example|\
            https://|https://:443|ftp://judge.example|https://judge.example/rooms|\
            https://judge.example/?a|https://me@judge.example|\
            https://judge.example:x";
        for wrong in refused.split('|') {
            assert!(parse_origin(wrong).is_err(), "{wrong}");
        }
    }
}
