//! The connection to the broker, behind a blocking interface.

use std::env;
use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_nats::connection::State as Connection;
use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::stream::{Config, RetentionPolicy, StorageType};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event, ServerAddr, ServerError};
use tokio::runtime::{Builder, Runtime};

use crate::ClusterError;
use mousetrap_base::printable::named;

/// After so long without a sign of the host, its ticket is drawn by another.
pub const ACK_WAIT: Duration = Duration::from_secs(12);

/// The stream of tickets.
pub(crate) const STREAM: &str = "MOUSETRAP_WORK";

/// Tickets that nobody has drawn for so long are nobody's.
const KEPT: Duration = Duration::from_hours(24 * 7);

/// So much of the server's disk is for tickets. What goes to make room is published
/// again.
const MOST_BYTES: i64 = 64 << 20;

/// A ticket with its headers is shorter. A host's user may have the server write some
/// of its own answers where tickets are, which are longer.
const LONGEST: i32 = 400;

/// A connection that is cut is noticed within some of these.
const PING: Duration = Duration::from_secs(2);

/// How long an answer may take.
pub(crate) const ANSWER: Duration = Duration::from_secs(4);

/// Holds `user:password`, where no file does.
const CREDENTIALS: &str = "MOUSETRAP_CLUSTER_CREDENTIALS";

/// Where askers are answered by the server.
const ASKER_INBOX: &str = "_INBOX_ASKER";

/// Where hosts are answered; nobody else is answered anywhere.
pub(crate) const HOST_INBOX: &str = "_INBOX_HOST";

/// Where the broker is, and who we are to it.
#[derive(Clone, Debug, Default)]
pub struct Address {
    /// `nats://host:port`, or `tls://host:port`; several with commas between them.
    pub servers: String,
    /// A file with the certificates of those who sign the broker's, in PEM.
    pub ca: Option<PathBuf>,
    /// A file with `user:password` in its first line; else the environment has it.
    pub credentials: Option<PathBuf>,
}

/// What a connection is for; each may have a user with rights of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Has work, and keeps what comes of it.
    Asker,
    /// Does work.
    Host,
}

/// A connection that comes back by itself.
pub(crate) struct Link {
    pub runtime: Runtime,
    pub client: Client,
    /// What the broker did not let us do first.
    denied: Arc<OnceLock<String>>,
    role: Role,
    pub jetstream: Context,
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link").finish_non_exhaustive()
    }
}

impl Address {
    /// User and password, if there are any.
    fn user(&self) -> Result<Option<(String, String)>, ClusterError> {
        if self.servers.contains('@') {
            return Err(ClusterError::Address(format!(
                "an address is seen by everybody on this machine; put user:password into a file \
                 that --cluster-credentials names, or into {CREDENTIALS}"
            )));
        }
        let (text, place) = match &self.credentials {
            Some(path) => {
                let text = fs::read_to_string(path).map_err(|source| ClusterError::File {
                    path: path.clone(),
                    source,
                })?;
                (text, path.display().to_string())
            }
            None => match env::var(CREDENTIALS) {
                Ok(text) => (text, CREDENTIALS.to_owned()),
                Err(_) => return Ok(None),
            },
        };
        let line = text.lines().next().unwrap_or_default();
        // Editors on Windows put a mark before it.
        let line = line.trim_start_matches('\u{feff}').trim();
        match line.split_once(':') {
            Some((user, password)) => Ok(Some((user.to_owned(), password.to_owned()))),
            None => Err(ClusterError::Address(format!(
                "{place}: its first line is not user:password"
            ))),
        }
    }
}

impl Link {
    pub(crate) fn connect(address: &Address, role: Role) -> Result<Self, ClusterError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("mousetrap-cluster")
            .enable_all()
            .build()?;
        let user = address.user()?;
        let (name, inbox) = match role {
            Role::Asker => ("mousetrap", ASKER_INBOX),
            Role::Host => ("mousetrap judgehost", HOST_INBOX),
        };
        // What is said to one user is not for others of the same role.
        let inbox = user.as_ref().map_or_else(
            || inbox.to_owned(),
            |(user, _)| format!("{inbox}.{}", consumer(user)),
        );
        let denied = Arc::new(OnceLock::new());
        let noted = Arc::clone(&denied);
        let mut options = ConnectOptions::new()
            .event_callback(move |event| {
                if let Event::ServerError(ServerError::Other(words)) = event
                    && words.to_lowercase().contains("permissions violation")
                {
                    let _ = noted.set(words);
                }
                std::future::ready(())
            })
            .name(name)
            .custom_inbox_prefix(inbox)
            .ping_interval(PING)
            .connection_timeout(ANSWER)
            .request_timeout(Some(ANSWER))
            .max_reconnects(None)
            .reconnect_delay_callback(|attempts| {
                Duration::from_millis(100 * attempts as u64).min(Duration::from_secs(1))
            });
        let (is_user, is_ca) = (user.is_some(), address.ca.is_some());
        if let Some((user, password)) = user {
            options = options.user_and_password(user, password);
        }
        if let Some(ca) = &address.ca {
            let text = fs::read(ca).map_err(|source| ClusterError::File {
                path: ca.clone(),
                source,
            })?;
            if !String::from_utf8_lossy(&text).contains("-----BEGIN CERTIFICATE-----") {
                let file = named(ca);
                return Err(ClusterError::Address(format!(
                    "{file}: no certificate in it"
                )));
            }
            options = options.add_root_certificates(ca.clone()).require_tls(true);
        }
        let servers = address.servers.split(',').map(str::trim);
        let servers = servers.map(|server| match server.parse::<ServerAddr>() {
            Ok(parsed)
                if ["nats", "tls"].contains(&parsed.scheme())
                    && !parsed.host().is_empty()
                    && is_bare(server) =>
            {
                Ok(parsed)
            }
            Err(error) if error.to_string().contains("invalid port number") => Err(
                ClusterError::Address(format!("\"{server}\": a port is a number from 1 to 65535")),
            ),
            _ => Err(ClusterError::Address(format!(
                "\"{server}\" is not the address of a NATS server; write nats://HOST or \
                 tls://HOST, with :PORT where that is not 4222"
            ))),
        });
        let servers = servers.collect::<Result<Vec<ServerAddr>, _>>()?;
        let unreachable = |reason: String, remedy| ClusterError::Unreachable {
            address: address.servers.clone(),
            reason,
            remedy,
        };
        let client = runtime
            .block_on(async { tokio::time::timeout(2 * ANSWER, options.connect(servers)).await })
            .map_err(|_| {
                let remedy = remedy(ConnectErrorKind::TimedOut, "", (is_user, is_ca));
                unreachable("does not answer".to_owned(), remedy)
            })?
            .map_err(|error| {
                let words = error.to_string();
                let remedy = remedy(error.kind(), &words, (is_user, is_ca));
                unreachable(words, remedy)
            })?;
        let info = client.server_info();
        // One of many servers may leave that to others.
        if !info.jetstream && info.cluster.is_none() {
            return Err(unreachable(
                "JetStream is not enabled there".to_owned(),
                "start it with --jetstream",
            ));
        }
        let within = runtime.enter();
        let mut jetstream = jetstream::new(client.clone());
        jetstream.set_timeout(ANSWER);
        drop(within);
        Ok(Self {
            runtime,
            client,
            denied,
            role,
            jetstream,
        })
    }

    /// An error if the broker did not let us do something.
    pub(crate) fn permitted(&self) -> Result<(), ClusterError> {
        self.denied.get().map_or(Ok(()), |reason| {
            let (inbox, whom) = match self.role {
                Role::Asker => (ASKER_INBOX, "askers"),
                Role::Host => (HOST_INBOX, "hosts"),
            };
            let own = reason.split_once(&format!("{inbox}."));
            let own = own.and_then(|(_, rest)| rest.split('.').next());
            let remedy = match own {
                Some(user) => format!(
                    "the server's configuration has to let it subscribe to \"{inbox}.{user}.>\", \
                     with its own name in that"
                ),
                None => format!("is this the user of {whom}?"),
            };
            let reason = reason.clone();
            Err(ClusterError::Denied { reason, remedy })
        })
    }
}

/// Whether the broker is there, as far as is known.
pub(crate) fn is_connected(client: &Client) -> bool {
    client.connection_state() == Connection::Connected
}

/// What is to be done about an error, by whether a user and certificates were named.
fn remedy(kind: ConnectErrorKind, words: &str, (is_user, is_ca): (bool, bool)) -> &'static str {
    match kind {
        ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication if is_user => {
            "the user or the password is wrong"
        }
        ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
            "it asks for a user and a password; add --cluster-credentials FILE"
        }
        // A certificate that was made anew has the name of the one before.
        _ if is_ca && (words.contains("UnknownIssuer") || words.contains("BadSignature")) => {
            "its certificate is not signed by any in the file of --cluster-ca"
        }
        _ if words.contains("UnknownIssuer") => {
            "its certificate is not trusted; name who signed it with --cluster-ca FILE"
        }
        _ if words.contains("certificate") => "is the address one that its certificate names?",
        // What is no TLS at all, to who expects that.
        _ if words.contains("InvalidContentType") => {
            "it speaks no TLS; write nats://, without --cluster-ca, or have it serve TLS"
        }
        ConnectErrorKind::Tls => "does it speak TLS, and with this name?",
        ConnectErrorKind::Dns => "is the name right?",
        _ => "is nats-server running there (`nats-server --jetstream`)?",
    }
}

/// Whether an address has a scheme, and nothing behind its host and port.
fn is_bare(server: &str) -> bool {
    let rest = server.split_once("://").map(|(_, rest)| rest);
    let rest = rest.map(|rest| rest.strip_suffix('/').unwrap_or(rest));
    rest.is_some_and(|rest| !rest.contains(['/', '?', '#']))
}

/// Whether a subject begins with the tokens of another.
pub(crate) fn is_below(prefix: &str, subject: &str) -> bool {
    let rest = subject.strip_prefix(prefix);
    rest.is_some_and(|rest| rest.starts_with('.'))
}

/// The subject of tickets for a language, and the name of who hands them out.
pub(crate) fn subject(language: &str) -> String {
    format!("mousetrap.work.{}", consumer(language))
}

/// Languages of a project have any name.
pub(crate) fn consumer(language: &str) -> String {
    let fit = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let name = language.chars().map(|c| if fit(c) { c } else { '_' });
    name.collect()
}

/// The stream as it ought to be.
pub(crate) fn stream() -> Config {
    Config {
        name: STREAM.to_owned(),
        subjects: vec!["mousetrap.work.*".to_owned()],
        retention: RetentionPolicy::WorkQueue,
        storage: StorageType::File,
        max_age: KEPT,
        max_bytes: MOST_BYTES,
        max_message_size: LONGEST,
        ..Config::default()
    }
}

/// Who hands out the tickets for a language.
pub(crate) fn handing_out(language: &str) -> pull::Config {
    pull::Config {
        durable_name: Some(consumer(language)),
        ack_policy: AckPolicy::Explicit,
        ack_wait: ACK_WAIT,
        filter_subject: subject(language),
        // Who asks counts the attempts; this only bounds tickets of nobody.
        max_deliver: 1000,
        max_ack_pending: 20_000,
        ..pull::Config::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_scheme_and_a_host_and_nothing_more() {
        for bare in [
            "nats://broker",
            "tls://10.0.0.1:4222",
            "nats://broker:4222/",
        ] {
            assert!(is_bare(bare), "{bare}");
        }
        for other in [
            "",
            "127.0.0.1:4222",
            "nats://broker/path",
            "nats://broker?x",
        ] {
            assert!(!is_bare(other), "{other}");
            let address = Address {
                servers: other.to_owned(),
                ..Address::default()
            };
            assert!(Link::connect(&address, Role::Asker).unwrap_err().is_usage());
        }
    }

    #[test]
    fn a_file_of_an_editor_on_windows_names_the_same_user() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("credentials");
        fs::write(&file, "\u{feff}host:a:secret \r\nmore\r\n").unwrap();
        let address = Address {
            credentials: Some(file),
            ..Address::default()
        };
        let user = address.user().unwrap();
        assert_eq!(user, Some(("host".to_owned(), "a:secret".to_owned())));
    }
}
