//! A worker: a process that judges the tasks of servers and serves no pages.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};

use super::{ServiceError, build, runtime, start_log};
use crate::judging::{self, Bench, Identity, WorkerNotice};
use crate::secret;
use crate::settings::WorkerSettings;
use crate::store::Database;

/// Time that running tasks have to end after the first signal to stop.
const DRAIN: Duration = Duration::from_secs(3);

/// Judges until a signal asks to stop. Calls `ready` with the build once the database
/// answers, then `on_notice` for each change of state.
///
/// # Errors
/// What keeps the worker from starting.
pub fn work(
    settings: WorkerSettings,
    ready: impl FnOnce(&str),
    on_notice: impl Fn(&WorkerNotice) + Send + Sync + 'static,
) -> Result<(), ServiceError> {
    start_log(settings.log);
    let runtime = runtime()?;
    runtime.block_on(async {
        let database = Database::worker(&settings.database).await?;
        let build = build::digest().await?;
        let identity = Identity {
            id: secret::id(),
            name: settings.name,
            build: build.clone(),
            isolation: settings.isolation,
            jobs: settings.jobs,
            installed: settings.installed,
            reference_speeds: settings.reference_speeds,
        };
        let engine = (settings.engine, judging::search as _);
        let bench = Bench::new(database, engine, identity, Arc::new(on_notice));
        let signals = [
            signal(SignalKind::interrupt())?,
            signal(SignalKind::terminate())?,
        ];
        ready(&build);
        run(Arc::new(bench), signals).await;
        Ok(())
    })
}

async fn run(bench: Arc<Bench>, [mut interrupt, mut terminate]: [Signal; 2]) {
    let presence = tokio::spawn({
        let bench = Arc::clone(&bench);
        async move { judging::keep(&bench).await }
    });
    let listener = tokio::spawn({
        let database = bench.database.clone();
        async move { database.listen().await }
    });
    let threads = judging::start(&bench, bench.identity.jobs);
    let mut ended = tokio::task::spawn_blocking(|| {
        for thread in threads {
            // The lease of a task whose thread panicked expires.
            let _ = thread.join();
        }
    });
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
    bench.drained.store(true, Ordering::Relaxed);
    bench.ring();
    tokio::select! {
        _ = &mut ended => {}
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
        () = tokio::time::sleep(DRAIN) => {}
    }
    bench.interrupted.store(true, Ordering::Relaxed);
    if !ended.is_finished() {
        let _ = ended.await;
    }
    presence.abort();
    listener.abort();
    judging::end(&bench).await;
    bench.database.close().await;
}
