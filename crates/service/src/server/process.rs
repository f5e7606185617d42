//! Runs a worker process. The server process also uses the runtime, the logging, the build digest
//! and the signals defined here.

use std::io;
use std::path::Path;
use std::time::Duration;

use mousetrap_util::digest::digest_of_file;
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::error::ServiceError;
use super::settings::WorkerSettings;
use crate::judging::{RunningWorker, WorkerState};
use crate::store::Database;

/// Maximum time that a stopping worker waits for its running tasks after the first signal.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(3);

/// Runs a worker until a signal arrives. Calls `ready` with the digest of the build once the worker
/// is connected to the database. Returns the number of unfinished tasks that were returned to the
/// queue.
///
/// # Errors
/// Returns an error if the worker cannot start.
pub fn run_worker(
    database_url: &str,
    settings: WorkerSettings,
    ready: impl FnOnce(&str),
) -> Result<u64, ServiceError> {
    new_runtime()?.block_on(async {
        let database = Database::connect_as_worker(database_url).await?;
        let build = build_digest().await?;
        let [mut interrupt, mut terminate] = termination_signals()?;
        ready(&build);
        let state = WorkerState::new(database.clone(), settings, build);
        let mut worker = RunningWorker::start(state);
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        tokio::select! {
            () = worker.drain() => {}
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            () = tokio::time::sleep(DRAIN_TIMEOUT) => {}
        }
        let returned = worker.stop().await;
        database.close().await;
        Ok(returned)
    })
}

/// Starts logging to standard error. Writes all entries as JSON lines if `everything` is set, and
/// otherwise only errors.
pub fn init_logging(everything: bool) {
    let log = tracing_subscriber::fmt().with_writer(io::stderr);
    // A program that embeds the service may already have set up a log.
    let _ = if everything {
        log.json().try_init()
    } else {
        log.with_max_level(tracing::Level::ERROR).try_init()
    };
}

/// Writes a warning to the log.
pub fn log_warning(text: &str) {
    tracing::warn!("{text}");
}

pub(crate) fn new_runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
}

/// Returns the SHA-256 of the running executable, even if the file was replaced after the start.
pub(super) async fn build_digest() -> io::Result<String> {
    let digest = || digest_of_file(Path::new("/proc/self/exe"));
    tokio::task::spawn_blocking(digest).await?
}

/// Returns the signals that stop a process: interrupt and terminate.
pub(super) fn termination_signals() -> io::Result<[Signal; 2]> {
    Ok([
        signal(SignalKind::interrupt())?,
        signal(SignalKind::terminate())?,
    ])
}
