//! The state that all requests share.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::client::is_loopback;
use super::limits::{Places, Turns};
use super::reader::Reader;
use crate::judging::{Bench, RequirementsError, Suites};
use crate::server::Settings;
use crate::store::Hub;
use crate::store::{Database, Room};

/// The state that all requests share.
pub(crate) type App = Arc<Inner>;

/// See [`App`].
pub(crate) struct Inner {
    pub settings: Settings,
    pub database: Database,
    pub hub: Arc<Hub>,
    pub bench: Arc<Bench>,
    /// The suites of the project.
    pub suites: Arc<Suites>,
    /// Turns of clients whose sources are being recognised.
    pub turns: Turns,
    /// The event streams.
    pub streams: Places,
    /// Number of requests so far.
    pub requests: AtomicU64,
    /// The address of the service, as browsers write it: `https://judge.example`.
    pub origin: String,
    /// Becomes true when the service stops, so that streams end.
    pub stopping: tokio::sync::watch::Receiver<bool>,
}

impl Inner {
    /// Tells watchers of a change, and workers that there may be a task.
    pub(crate) fn changed(&self) {
        self.hub.poke();
        self.bench.ring();
    }

    /// Returns the digest of the requirements for judging a submission for this problem in a
    /// room.
    pub(crate) async fn requirements(
        &self,
        room: &Room,
        problem: &str,
    ) -> Result<String, RequirementsError> {
        let names = &room.policy.suites;
        self.suites
            .requirements(&self.database, problem, names)
            .await
    }

    /// Returns a link that works on this machine, and on others if the service has a public
    /// address.
    pub(crate) fn link(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }

    /// Returns a link for others. A service that listens on all addresses of its machine takes
    /// the address from the reader's browser.
    pub(crate) fn link_for(&self, reader: &Reader, path: &str) -> String {
        let is_named =
            self.settings.public.is_some() || !self.settings.listen.ip().is_unspecified();
        match reader.host.as_deref().filter(|_| !is_named) {
            Some(host) => format!("http://{host}{path}"),
            None => self.link(path),
        }
    }

    /// Returns whether such a link works only on this machine.
    pub(crate) fn is_local_only(&self, reader: &Reader) -> bool {
        let link = self.link_for(reader, "");
        link.split_once("://")
            .is_some_and(|(_, host)| is_loopback(host))
    }
}
