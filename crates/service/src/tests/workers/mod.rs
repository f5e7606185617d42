//! Several workers on one queue.

mod failures;
mod leases;
mod requirements;
#[cfg(feature = "all-tests")]
mod server;

use std::time::Duration;

use super::support::{
    CONFIG, Identity, RIGHT, Service, StandIn, TestDatabase, both, claimant, eventually,
    held_worker, identity,
};

const MINUTE: Duration = Duration::from_mins(1);

async fn waiting_and_running(service: &Service) -> (i64, i64) {
    service.app.database.queue_lengths().await.unwrap()
}

async fn verdict(service: &Service, submission: &str) -> Option<String> {
    let judgement = service.judgement(submission).await;
    judgement.map(|judgement| judgement.verdict)
}

/// Stops the server's worker and submits a right solution this number of times to a new room.
/// Returns the ids of the submissions.
async fn queue_submissions(service: &Service, many: usize) -> Vec<String> {
    service.stop_worker().await;
    let (room, _) = service.room(&[]).await;
    let (sources, requires) = (vec![RIGHT; many], service.requires().await);
    let queued = service.submit_all(&room, "one", &sources, &requires);
    queued.await
}
