//! The periodic work of a server: publishing verdicts, and deleting batches, requirements and
//! suites that are no longer used.

use std::sync::Arc;
use std::time::Duration;

use cat_and_mouse::Game;

use crate::judging::Suites;
use crate::store::Database;

/// Interval at which expired batches are deleted.
const SWEEP_INTERVAL: Duration = Duration::from_secs(5);
/// Interval at which unused requirements and suites are deleted.
const CLEAN_UP_INTERVAL: Duration = Duration::from_hours(1);
/// Interval at which verdicts are published.
const PUBLISH_INTERVAL: Duration = Duration::from_secs(1);

/// Lets workers of this build claim the tasks that earlier builds of this server accepted, and
/// generates the suites of the configuration before a submission needs them. Then deletes unused
/// requirements and suites. Never returns.
pub(super) async fn prepare(suites: Arc<Suites>, database: Database) {
    if let Err(error) = suites.adopt_tasks(&database).await {
        tracing::error!(%error, "cannot update the waiting tasks of an earlier build");
    }
    for problem in Game::ALL {
        // An error is reported when a submission needs the suite.
        let _ = suites.requirements(&database, problem.id(), &[]).await;
    }
    loop {
        if let Err(error) = database.remove_unused().await {
            tracing::error!(%error, "cannot remove unused requirements and suites");
        }
        tokio::time::sleep(CLEAN_UP_INTERVAL).await;
    }
}

/// Deletes the batches whose client is gone. Never returns.
pub(super) async fn tidy(database: Database) {
    loop {
        tokio::time::sleep(SWEEP_INTERVAL).await;
        match database.drop_expired_batches().await {
            Ok(0) => {}
            Ok(expired) => tracing::info!(expired, "deleted batches whose lease had expired"),
            Err(error) => tracing::error!(%error, "cannot delete expired batches"),
        }
    }
}

/// Publishes verdicts when their time has come. Never returns.
pub(super) async fn publish(database: Database) {
    loop {
        tokio::time::sleep(PUBLISH_INTERVAL).await;
        if let Err(error) = database.publish().await {
            tracing::warn!(%error, "cannot publish verdicts");
        }
    }
}
