//! Failures of the judge, and lost workers.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use mousetrap_model::Message;

use super::{
    Identity, MINUTE, RIGHT, Service, StandIn, TestDatabase, both, claimant, eventually, identity,
    queue_submissions, verdict, waiting_and_running,
};
use crate::store::{RequeueReason, Task, TaskError};
use crate::tests::support::wait_for_pause;
use std::time::Duration;

/// A judge that fails on every submission.
fn failing_judge() -> StandIn {
    StandIn {
        fails: true,
        ..StandIn::default()
    }
}

/// Claims a task as this worker, whose lease expires at once.
async fn claim_with_expired_lease(service: &Service, worker: &str) -> Task {
    let database = &service.app.database;
    let by = claimant(worker);
    let claimed = database.claim_task(&by, Duration::ZERO).await;
    let task = claimed.unwrap().unwrap();
    eventually("the lease expires", async || {
        database.requeue_expired_tasks(false).await.unwrap();
        !database.renew_lease(&task, Duration::ZERO).await.unwrap()
    })
    .await;
    task
}

both! {
    async fn failing_worker_leaves_the_task_to_another_and_pauses(service: &Service) {
        service.stop_worker().await;
        let (room, _) = service.room(&[]).await;
        let requires = service.requires().await;
        let broken = service.worker(identity("broken"), failing_judge()).await;
        let sound = StandIn::default();
        let held = Arc::clone(&sound.held);
        held.store(true, Ordering::Relaxed);
        let sound = service.worker(identity("sound"), sound).await;
        let ids = service.submit_all(&room, "one", &[RIGHT; 5], &requires).await;
        wait_for_pause(&broken, true).await;
        held.store(false, Ordering::Relaxed);
        service.wait_until_idle().await;
        for id in &ids {
            assert_eq!(verdict(service, id).await.unwrap(), "AC");
        }
        wait_for_pause(&broken, false).await;
        for worker in [broken, sound] {
            worker.stop().await;
        }
    }

    async fn task_that_was_lost_too_many_times_ends_without_a_verdict(service: &Service) {
        let ids = queue_submissions(service, 1).await;
        let database = &service.app.database;
        let silent = service.worker(Identity { build: "x".to_owned(), ..identity("silent") }, failing_judge()).await;
        for worker in ["silent", "second", "third"] {
            claim_with_expired_lease(service, worker).await;
        }
        if !database.is_postgres() {
            service.execute("UPDATE tasks SET lost = 10").await;
        }
        assert_eq!(waiting_and_running(service).await, (1, 0));
        let worker = service.worker(identity("worker"), StandIn::default()).await;
        service.wait_until_idle().await;
        assert_eq!(verdict(service, &ids[0]).await.unwrap(), "failed");
        let run = service.judgement(&ids[0]).await.unwrap().run;
        assert!(run.contains("judge_gave_up") && run.contains("\"silent\""), "{run}");
        let submission = database.submission(&ids[0]).await.unwrap().unwrap();
        let requires = service.requires().await;
        database.judge_again(&submission, &requires).await.unwrap();
        service.wait_until_idle().await;
        assert_eq!(verdict(service, &ids[0]).await.unwrap(), "AC");
        for worker in [worker, silent] {
            worker.stop().await;
        }
    }

    async fn failed_task_avoids_its_worker_only_if_there_is_another(service: &Service) {
        queue_submissions(service, 1).await;
        let database = &service.app.database;
        let by = claimant("server");
        let error = TaskError { worker: "one".to_owned(), error: Message::text("no disk") };
        for (others, again) in [(false, true), (true, false)] {
            if others {
                // A worker of another build does not count.
                for (id, build) in [("a", "other"), ("b", "build")] {
                    service.execute(&format!(
                        "INSERT INTO workers VALUES ('{id}', '{id}', '{build}', 'full', '', 1, 0, \
                         '{{\"python\":{{\"version\":\"3\",\"speed\":1.0}}}}', 0, {}, 0, 0)", database.database_time_ms().await.unwrap()
                    )).await;
                }
            }
            let task = database.claim_task(&by, MINUTE).await.unwrap().unwrap();
            for is_held in [true, false] {
                let failed = RequeueReason::Failed(error.clone());
                let returned = database.requeue_task(&task, &failed, (&by, MINUTE)).await;
                assert_eq!(returned.unwrap(), is_held);
            }
            let next = database.claim_task(&by, MINUTE).await.unwrap();
            assert_eq!(next.is_some(), again);
            if let Some(next) = next {
                let why = RequeueReason::Unfinished;
                database.requeue_task(&next, &why, (&by, MINUTE)).await.unwrap();
            }
        }
        let task = database.claim_task(&claimant("two"), MINUTE).await.unwrap().unwrap();
        assert_eq!((task.failures, task.errors.0), (2, vec![error.clone(), error]));
    }
}
