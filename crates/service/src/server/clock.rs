//! The clock of the machine, which may be set back while the server runs.

use std::time::{Duration, Instant};

use crate::store::{Database, now};

/// How often verdicts whose time has come are marked as published.
const INTERVAL: Duration = Duration::from_secs(1);
/// How far the clock may lag behind the time that has passed, in milliseconds.
const TOLERANCE: i64 = 2_000;

/// Marks verdicts as published when their time has come, and repairs stored times if the
/// clock is set back. Never returns.
pub(super) async fn follow(database: &Database) {
    let (mut time, mut seen) = (now(), Instant::now());
    loop {
        tokio::time::sleep(INTERVAL).await;
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
