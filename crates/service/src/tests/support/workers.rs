//! Workers under test.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::{CONFIG, Service, StandIn};
use crate::judging::{RunningWorker, WorkerIntervals, WorkerState};
use crate::server::WorkerSettings;
use crate::store::{Database, Json, Task, Worker};
use mousetrap_sandbox::Isolation;
use mousetrap_util::Choice as _;

/// Short durations, so that tests need not wait.
const SHORT_INTERVALS: WorkerIntervals = WorkerIntervals {
    lease: Duration::from_secs(4),
    renew: Duration::from_millis(500),
    sweep: Duration::from_millis(500),
    avoid: Duration::from_secs(2),
    pause: Duration::from_secs(1),
    slice: Duration::from_millis(300),
};

/// The properties in which test workers differ.
pub(crate) struct Identity {
    pub name: String,
    pub build: String,
    pub isolation: Isolation,
    pub installed: BTreeMap<String, String>,
}

/// The identity of a worker of the server's build, with all languages but Rust.
pub(crate) fn identity(name: &str) -> Identity {
    let all = CONFIG.languages.iter().map(|language| language.id.clone());
    let all = all.filter(|id| id != "rust");
    Identity {
        name: name.to_owned(),
        build: "build".to_owned(),
        isolation: Isolation::Full,
        installed: all.map(|id| (id, "1".to_owned())).collect(),
    }
}

/// The row of a worker with Python.
pub(crate) fn claimant(name: &str) -> Worker {
    let toolchains = r#"{"python":{"version":"3","speed":1.0}}"#;
    Worker {
        id: id_of(name),
        build: "build".to_owned(),
        isolation: Isolation::Full.name().to_owned(),
        languages: Json(serde_json::from_str(toolchains).unwrap()),
        ..Worker::default()
    }
}

fn id_of(name: &str) -> String {
    format!("id of {name}")
}

/// Claims the next task.
pub(crate) async fn claim(database: &Database) -> Option<Task> {
    let claimant = claimant("test");
    let claimed = database.claim_task(&claimant, Duration::from_mins(1));
    claimed.await.unwrap()
}

/// Waits until a worker pauses, or until it claims tasks.
pub(crate) async fn wait_for_pause(worker: &RunningWorker, wanted: bool) {
    let is_reached = async || (worker.state.worker_row().pause_ms > 0) == wanted;
    super::eventually("a pause begins or ends", is_reached).await;
}

/// Starts a worker on this database.
pub(crate) async fn start_worker(
    database: Database,
    identity: Identity,
    engine: StandIn,
) -> RunningWorker {
    let settings = WorkerSettings {
        name: identity.name,
        engine: Arc::new(engine),
        installed: Arc::new(identity.installed.into()),
        reference_speeds: None,
        isolation: identity.isolation,
        jobs: 1,
    };
    let mut state = WorkerState::new(database, settings, identity.build);
    state.row.get_mut().id = id_of(&state.settings.name);
    state.timing = SHORT_INTERVALS;
    let row = state.worker_row();
    state.database.register_worker(&row).await.unwrap();
    RunningWorker::start(state)
}

/// Starts a worker that claims a task and waits before the first case, until the flag is cleared.
pub(crate) async fn held_worker(service: &Service) -> (RunningWorker, Arc<AtomicBool>) {
    let engine = StandIn::default();
    let held = Arc::clone(&engine.held);
    held.store(true, Ordering::Relaxed);
    let worker = service.worker(identity("worker"), engine).await;
    let is_busy = async || worker.state.row.lock().busy == 1;
    super::eventually("the worker claims a task", is_busy).await;
    (worker, held)
}
