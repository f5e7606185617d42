//! The state that all requests share.

use std::sync::Arc;

use super::limits::WorkLimiter;
use crate::judging::{RequirementsError, Suites, WorkerState};
use crate::server::Settings;
use crate::store::{Database, Room};

/// The state that all requests share.
pub(crate) type App = Arc<Inner>;

/// See [`App`].
pub(crate) struct Inner {
    pub settings: Settings,
    pub database: Database,
    /// The worker of this server.
    pub worker: Arc<WorkerState>,
    /// The suites of the project.
    pub suites: Arc<Suites>,
    /// Limits the recognition of sources, which takes long.
    pub recognition: WorkLimiter,
    /// The address of the service, as browsers write it: `https://judge.example`.
    pub origin: String,
    /// Becomes true when the service stops, so that batches end.
    pub stopping: tokio::sync::watch::Receiver<bool>,
}

impl Inner {
    /// Returns the digest of the requirements for judging a submission for this problem in a
    /// room.
    pub(crate) async fn requirements(
        &self,
        room: &Room,
        problem: &str,
    ) -> Result<String, RequirementsError> {
        let (suites, names) = (&self.suites, &room.policy.suites);
        suites.requirements(&self.database, problem, names).await
    }

    /// Returns a link that works on this machine, and on others if the service has a public
    /// address.
    pub(crate) fn link(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }
}
