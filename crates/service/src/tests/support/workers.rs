//! Workers under test.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::{CONFIG, Service, StandIn, eventually};
use crate::judging::{RunningWorker, WorkerIntervals, WorkerState};
use crate::server::WorkerSettings;
use crate::store::{Database, Json, Worker};
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

/// The row of a worker with this name, of the server's build, with Python.
pub(crate) fn claimant(name: &str) -> Worker {
    let toolchains = r#"{"python":{"version":"3","speed":1.0}}"#;
    Worker {
        id: id_of(name),
        name: name.to_owned(),
        build: "build".to_owned(),
        isolation: Isolation::Full.name().to_owned(),
        languages: Json(serde_json::from_str(toolchains).unwrap()),
        ..Worker::default()
    }
}

fn id_of(name: &str) -> String {
    format!("id of {name}")
}

/// Waits until a worker pauses, or until it claims tasks.
pub(crate) async fn wait_for_pause(worker: &RunningWorker, wanted: bool) {
    let is_reached = async || (worker.state.worker_row().pause_ms > 0) == wanted;
    eventually("a pause begins or ends", is_reached).await;
}

/// Starts a worker of the server's build on this database, with all languages but Rust.
pub(crate) async fn start_worker(database: Database, name: &str, engine: StandIn) -> RunningWorker {
    let all = CONFIG.languages.iter().map(|language| language.id.clone());
    let installed = all.filter(|id| id != "rust").map(|id| (id, "1".to_owned()));
    let installed: BTreeMap<_, _> = installed.collect();
    let settings = WorkerSettings {
        name: name.to_owned(),
        engine: Arc::new(engine),
        installed: Arc::new(installed.into()),
        reference_speeds: None,
        isolation: Isolation::Full,
        jobs: 1,
    };
    let mut state = WorkerState::new(database, settings, "build".to_owned());
    state.row.get_mut().id = id_of(name);
    state.timing = SHORT_INTERVALS;
    let row = state.worker_row();
    state.database.register_worker(&row).await.unwrap();
    RunningWorker::start(state)
}

/// Starts a worker that claims a task. Its judge, which is also returned, waits before the first
/// case.
pub(crate) async fn held_worker(service: &Service) -> (RunningWorker, StandIn) {
    let engine = StandIn::default();
    engine.held.store(true, Ordering::Relaxed);
    let worker = service.worker("worker", engine.clone()).await;
    let is_busy = async || worker.state.row.lock().busy == 1;
    eventually("the worker claims a task", is_busy).await;
    (worker, engine)
}
