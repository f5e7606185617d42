//! Duties of a process besides judging: it keeps its row among the workers, and gives back
//! tasks whose lease has expired.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::bench::{Bench, WorkerNotice};
use crate::store::StoreError;

/// Keeps the row of a worker and sweeps expired leases, until the future is dropped.
pub(crate) async fn keep(bench: &Arc<Bench>) {
    let mut swept: Option<Instant> = None;
    let mut is_connected = true;
    loop {
        let is_due = swept.is_none_or(|swept| swept.elapsed() >= bench.timing.sweep);
        let update = tokio::time::timeout(bench.timing.lease, update(bench, is_due));
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
    if bench.identity.jobs > 0 {
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
    let row = bench.row()?;
    bench.database.register(&row, bench.pause()).await
}

/// Removes the row of a worker that ends.
pub(crate) async fn end(bench: &Bench) {
    let unregister = bench.database.unregister(&bench.identity.id);
    let unregister = tokio::time::timeout(bench.timing.renew, unregister);
    if let Ok(Err(error)) = unregister.await {
        tracing::warn!(%error, "cannot remove the row of this worker");
    }
}
