//! The process that servers and workers have in common; and the worker, which judges the tasks of
//! servers and serves no pages.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use mousetrap_util::digest::digest_of_file;
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::error::ServiceError;
use super::settings::WorkerSettings;
use crate::judging::{Bench, RunningWorker, WorkerNotice};
use crate::store::Database;

/// Time that running tasks have to end after the first signal to stop.
const DRAIN: Duration = Duration::from_secs(3);

/// Judges until a signal asks to stop. Calls `ready` with the build once the database
/// answers, then `on_notice` for each change of state. Returns the number of unfinished
/// tasks that it returned to the queue.
///
/// # Errors
/// What keeps the worker from starting.
pub fn work(
    database_url: &str,
    settings: WorkerSettings,
    ready: impl FnOnce(&str),
    on_notice: impl Fn(&WorkerNotice) + Send + Sync + 'static,
) -> Result<u64, ServiceError> {
    runtime()?.block_on(async {
        let database = Database::worker(database_url).await?;
        let build = build().await?;
        let [mut interrupt, mut terminate] = signals()?;
        ready(&build);
        let bench = Bench::new(database.clone(), settings, build, Arc::new(on_notice));
        let mut worker = RunningWorker::start(bench);
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        tokio::select! {
            () = worker.drain() => {}
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            () = tokio::time::sleep(DRAIN) => {}
        }
        let bench = Arc::clone(&worker.bench);
        worker.stop().await;
        database.close().await;
        Ok(bench.count.returned.load(Ordering::Relaxed))
    })
}

/// Logs to standard error: everything in lines of JSON, or errors only.
pub fn start_log(everything: bool) {
    let log = tracing_subscriber::fmt().with_writer(io::stderr);
    // A program that embeds the service may have a log already.
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

pub(crate) fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
}

/// The SHA-256 of the running executable, even if its file has been replaced since.
pub(super) async fn build() -> io::Result<String> {
    let digest = || digest_of_file(Path::new("/proc/self/exe"));
    tokio::task::spawn_blocking(digest).await?
}

/// The signals that ask to stop: interrupt and terminate.
pub(super) fn signals() -> io::Result<[Signal; 2]> {
    Ok([
        signal(SignalKind::interrupt())?,
        signal(SignalKind::terminate())?,
    ])
}
