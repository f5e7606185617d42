//! What all requests share.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::places::Places;
use super::request::{Reader, is_loopback};
use super::turns::Turns;
use crate::judging::{Bench, RequirementsError, Suites};
use crate::server::Settings;
use crate::store::Hub;
use crate::store::{Database, Room};

/// What all requests share.
pub(crate) type App = Arc<Inner>;

/// See [`App`].
pub(crate) struct Inner {
    pub settings: Settings,
    pub database: Database,
    pub hub: Arc<Hub>,
    pub bench: Arc<Bench>,
    /// The suites of the project.
    pub suites: Arc<Suites>,
    /// Of those who send a source, until it is recognised.
    pub turns: Turns,
    /// The event streams.
    pub streams: Places,
    /// Requests so far.
    pub requests: AtomicU64,
    /// What browsers call the service: `https://judge.example`.
    pub origin: String,
    /// Turns true when the service stops, so that streams end.
    pub stopping: tokio::sync::watch::Receiver<bool>,
}

impl Inner {
    /// Says that something has changed, and that there may be a task.
    pub(crate) fn changed(&self) {
        self.hub.poke();
        self.bench.ring();
    }

    /// The digest of what judging a submission for this problem in a room requires.
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

    /// A link that opens on this machine, and on others where browsers call the service
    /// by its public address.
    pub(crate) fn link(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }

    /// A link that others can open. A service that listens on all addresses of its machine
    /// does not know by which one they reach it, but the reader does.
    pub(crate) fn link_for(&self, reader: &Reader, path: &str) -> String {
        let is_named =
            self.settings.public.is_some() || !self.settings.listen.ip().is_unspecified();
        match reader.host.as_deref().filter(|_| !is_named) {
            Some(host) => format!("http://{host}{path}"),
            None => self.link(path),
        }
    }

    /// Whether such a link leads nobody here but who sits at this machine.
    pub(crate) fn is_for_nobody_else(&self, reader: &Reader) -> bool {
        let link = self.link_for(reader, "");
        link.split_once("://")
            .is_some_and(|(_, host)| is_loopback(host))
    }
}
