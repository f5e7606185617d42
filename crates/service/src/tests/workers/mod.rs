//! Several workers on one queue.

mod failures;
mod leases;
mod requirements;
#[cfg(feature = "all-tests")]
mod server;

use std::time::Duration;

use super::support::{
    CONFIG, RIGHT, Service, StandIn, both, claimant, eventually, held_worker, wait_for_pause,
};

const MINUTE: Duration = Duration::from_mins(1);

/// Checks the verdict of a submission, which is given by its id or its page.
async fn expect_verdict(service: &Service, submission: &str, verdict: &str) {
    let judgement = service.judgement(submission).await.unwrap();
    assert_eq!(judgement.verdict, verdict);
}

/// Checks that one task is waiting and none is running.
async fn expect_one_waiting_task(service: &Service) {
    assert_eq!(service.database.queue_lengths().await.unwrap(), (1, 0));
}
