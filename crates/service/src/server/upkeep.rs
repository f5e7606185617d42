//! The periodic work of a server: publishing verdicts, and removing batches, requirements
//! and suites that have no use any more.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cat_and_mouse::Game;

use crate::judging::Suites;
use crate::store::{Database, StoreError, now};

/// Interval at which batches that no client waits for are deleted.
const SWEEP_INTERVAL: Duration = Duration::from_secs(5);
/// Interval at which requirements and suites without use are removed.
const CLEAN_UP_INTERVAL: Duration = Duration::from_hours(1);
/// Interval at which verdicts whose time has come are marked as published.
const PUBLISH_INTERVAL: Duration = Duration::from_secs(1);
/// How far the clock may lag behind the time that has passed, in milliseconds.
const TOLERANCE: i64 = 2_000;

/// Gives waiting tasks of an earlier build of this server the requirements of this one,
/// makes the suites of the configuration before a submission needs them, and removes what
/// no task has required for days. Never returns.
pub(super) async fn prepare(suites: Arc<Suites>, database: Database) {
    let updated = suites.update_tasks(&database).await;
    if let Err(error) = updated {
        tracing::error!(%error, "waiting tasks of an earlier build cannot be updated");
    }
    for problem in Game::ALL {
        // A submission that needs the suite reports the error.
        let _ = suites.requirements(&database, problem.id(), &[]).await;
    }
    loop {
        if let Err(error) = database.remove_unused_requirements().await {
            tracing::error!(%error, "cannot remove unused requirements");
        }
        tokio::time::sleep(CLEAN_UP_INTERVAL).await;
    }
}

/// Deletes the batches that no client waits for, and suites that no client uses. Never
/// returns.
pub(super) async fn tidy(database: Database) {
    let tidy = async || -> Result<(), StoreError> {
        let expired = database.drop_expired_batches(false).await?;
        if expired > 0 {
            tracing::info!(expired, "deleted batches whose lease had expired");
        }
        database.collect_suites().await
    };
    loop {
        tokio::time::sleep(SWEEP_INTERVAL).await;
        if let Err(error) = tidy().await {
            tracing::error!(%error, "cannot delete expired batches and unused suites");
        }
    }
}

/// Marks verdicts as published when their time has come, and repairs stored times if the
/// clock is set back. Never returns.
pub(super) async fn follow_clock(database: Database) {
    let (mut time, mut seen) = (now(), Instant::now());
    loop {
        tokio::time::sleep(PUBLISH_INTERVAL).await;
        let expected = time + seen.elapsed().as_millis() as i64;
        if now() < expected - TOLERANCE {
            tracing::error!("the clock was set back; stored times are adjusted");
            if let Err(error) = database.repair_times(expected).await {
                tracing::error!(%error, "cannot adjust stored times; trying again");
                continue;
            }
        }
        (time, seen) = (now(), Instant::now());
        if let Err(error) = database.publish().await {
            tracing::warn!(%error, "cannot mark verdicts as published");
        }
    }
}
