//! A worker from start to stop. Besides judging, it keeps its row among the workers, and
//! gives back tasks whose lease has expired.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use mousetrap_util::Choice as _;
use tokio::task::{JoinHandle, spawn_blocking};

use super::bench::{Bench, WorkerNotice};
use super::worker::start;
use crate::store::{StoreError, Toolchain, Worker};

/// A worker that was started.
pub(crate) struct RunningWorker {
    pub bench: Arc<Bench>,
    /// Ends once all threads that judge have ended.
    pub judging: JoinHandle<()>,
    duties: [JoinHandle<()>; 2],
}

impl RunningWorker {
    pub(crate) fn start(bench: Bench) -> Self {
        let bench = Arc::new(bench);
        let threads = start(&bench, bench.settings.jobs);
        let judging = spawn_blocking(|| {
            for thread in threads {
                // The lease of a task whose thread panicked expires.
                let _ = thread.join();
            }
        });
        let database = bench.database.clone();
        Self {
            duties: [
                tokio::spawn(keep_row(Arc::clone(&bench))),
                tokio::spawn(async move { database.listen().await }),
            ],
            judging,
            bench,
        }
    }

    /// Claims no more tasks, and waits until the running ones end.
    pub(crate) async fn drain(&mut self) {
        self.bench.drained.store(true, Ordering::Relaxed);
        self.bench.database.wakeups().tasks();
        if !self.judging.is_finished() {
            let _ = (&mut self.judging).await;
        }
    }

    /// Returns the running tasks to the queue, and removes the row of the worker.
    pub(crate) async fn stop(mut self) {
        self.bench.interrupted.store(true, Ordering::Relaxed);
        self.drain().await;
        for duty in &self.duties {
            duty.abort();
        }
        let unregister = self.bench.database.unregister(&self.bench.id);
        let unregister = tokio::time::timeout(self.bench.timing.renew, unregister);
        if let Ok(Err(error)) = unregister.await {
            tracing::warn!(%error, "cannot remove the row of this worker");
        }
    }
}

impl Drop for RunningWorker {
    /// Ends the threads: the runtime waits for them.
    fn drop(&mut self) {
        self.bench.interrupted.store(true, Ordering::Relaxed);
        self.bench.database.wakeups().tasks();
    }
}

/// Keeps the row of a worker and sweeps expired leases, until the future is dropped.
async fn keep_row(bench: Arc<Bench>) {
    let mut swept: Option<Instant> = None;
    let mut is_connected = true;
    loop {
        let is_due = swept.is_none_or(|swept| swept.elapsed() >= bench.timing.sweep);
        let update = tokio::time::timeout(bench.timing.lease, update(&bench, is_due));
        let error = match update.await {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some("it does not answer".to_owned()),
        };
        if is_due && error.is_none() {
            swept = Some(Instant::now());
        }
        let notice = match error {
            Some(error) if is_connected => Some(WorkerNotice::ConnectionLost(error)),
            None if !is_connected => Some(WorkerNotice::ConnectionRegained),
            _ => None,
        };
        if let Some(notice) = notice {
            is_connected = !is_connected;
            (bench.on_notice)(&notice);
        }
        tokio::time::sleep(bench.timing.renew).await;
    }
}

async fn update(bench: &Bench, sweeps: bool) -> Result<(), StoreError> {
    if bench.settings.jobs > 0 {
        register(bench).await?;
    }
    if sweeps {
        let lost = bench.database.give_back(false).await?;
        if lost > 0 {
            tracing::warn!(lost, "gave back tasks whose lease has expired");
            bench.count.leases_lost.fetch_add(lost, Ordering::Relaxed);
        }
    }
    Ok(())
}

/// Writes the row of a worker.
pub(crate) async fn register(bench: &Bench) -> Result<(), StoreError> {
    let settings = &bench.settings;
    let mut row = Worker {
        id: bench.id.clone(),
        name: settings.name.clone(),
        build: bench.build.clone(),
        isolation: settings.isolation.name().to_owned(),
        jobs: settings.jobs as i64,
        busy: bench.busy.load(Ordering::Relaxed) as i64,
        pause_ms: bench.pause().as_millis() as i64,
        ..Worker::default()
    };
    row.clock = bench
        .clock
        .get()
        .map_or_else(String::new, ToString::to_string);
    for (id, version) in settings.installed.get().into_iter().flatten() {
        let speed = bench
            .speeds()
            .get(id)
            .map(|speed| f64::from(*speed) / 1000.0);
        let version = version.clone();
        row.languages
            .0
            .insert(id.clone(), Toolchain { version, speed });
    }
    bench.database.register(&row).await
}
