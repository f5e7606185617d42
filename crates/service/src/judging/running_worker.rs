//! A running worker, from its start to its stop. Besides judging, it updates its row in the
//! database and requeues tasks with expired leases.

use std::mem::replace;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use tokio::task::{JoinHandle, spawn_blocking};

use super::threads::start_threads;
use super::worker_state::WorkerState;
use crate::store::StoreError;

/// A running worker with its threads.
pub(crate) struct RunningWorker {
    pub state: Arc<WorkerState>,
    /// Completes when all judging threads have ended.
    pub judging: JoinHandle<()>,
    background: [JoinHandle<()>; 2],
}

impl RunningWorker {
    pub(crate) fn start(state: WorkerState) -> Self {
        let state = Arc::new(state);
        let threads = start_threads(&state, state.settings.jobs);
        let judging = spawn_blocking(|| {
            for thread in threads {
                // If a thread panics, the lease of its task expires.
                let _ = thread.join();
            }
        });
        let database = state.database.clone();
        Self {
            background: [
                tokio::spawn(update_row(Arc::clone(&state))),
                tokio::spawn(async move { database.listen().await }),
            ],
            judging,
            state,
        }
    }

    /// Stops claiming tasks, and waits until the running tasks end.
    pub(crate) async fn drain(&mut self) {
        self.state.drained.store(true, Ordering::Relaxed);
        self.state.database.tasks.send_replace(());
        if !self.judging.is_finished() {
            let _ = (&mut self.judging).await;
        }
    }

    /// Returns the running tasks to the queue, and removes the row of the worker.
    pub(crate) async fn stop(mut self) {
        self.state.interrupted.store(true, Ordering::Relaxed);
        self.drain().await;
        for task in &self.background {
            task.abort();
        }
        let unregister = self.state.database.unregister(&self.state.id);
        let unregister = tokio::time::timeout(self.state.timing.renew, unregister);
        if let Ok(Err(error)) = unregister.await {
            tracing::warn!(%error, "cannot remove the row of this worker");
        }
    }
}

impl Drop for RunningWorker {
    /// Tells the threads to end, because the runtime waits for them.
    fn drop(&mut self) {
        self.state.interrupted.store(true, Ordering::Relaxed);
        self.state.database.tasks.send_replace(());
    }
}

/// Updates the row of a worker and requeues tasks with expired leases, until the future is dropped.
async fn update_row(state: Arc<WorkerState>) {
    let mut swept: Option<Instant> = None;
    let mut is_connected = true;
    loop {
        let is_due = swept.is_none_or(|swept| swept.elapsed() >= state.timing.sweep);
        let update = tokio::time::timeout(state.timing.lease, update(&state, is_due));
        let error = match update.await {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some("the database does not answer".to_owned()),
        };
        if is_due && error.is_none() {
            swept = Some(Instant::now());
        }
        let was_connected = replace(&mut is_connected, error.is_none());
        match error {
            Some(error) if was_connected => {
                tracing::error!("the database is not available: {error}; trying again");
            }
            None if !was_connected => tracing::error!("the database is available again"),
            _ => {}
        }
        tokio::time::sleep(state.timing.renew).await;
    }
}

async fn update(state: &WorkerState, sweeps: bool) -> Result<(), StoreError> {
    if state.settings.jobs > 0 {
        state.database.register(&state.row()).await?;
    }
    if sweeps {
        let lost = state.database.requeue_expired_tasks(false).await?;
        if lost > 0 {
            tracing::warn!(lost, "requeued tasks with expired leases");
            state.stats.leases_lost.fetch_add(lost, Ordering::Relaxed);
        }
    }
    Ok(())
}
