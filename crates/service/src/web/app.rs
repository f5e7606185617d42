//! What all requests share.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use crate::hub::Hub;
use crate::judging::Bench;
use crate::settings::Settings;
use crate::store::Database;

/// What all requests share.
pub(crate) type App = Arc<Inner>;

/// See [`App`].
pub(crate) struct Inner {
    pub settings: Settings,
    pub database: Database,
    pub hub: Arc<Hub>,
    pub bench: Arc<Bench>,
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

    /// A link that others can open.
    pub(crate) fn link(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }
}
