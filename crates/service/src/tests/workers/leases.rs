//! Leases, and workers that stop.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::{
    Service, StandIn, both, claimant, eventually, expect_one_waiting_task, expect_verdict,
    held_worker,
};
use crate::judging::WorkerState;

both! {
    async fn expired_lease_is_counted_by_the_worker_that_finds_it(service: &Service) {
        let (_, ids) = service.queue_right(1).await;
        // This stands for a worker that is killed after claiming a task.
        service.database.claim_task(&claimant("killed"), Duration::ZERO).await.unwrap().unwrap();
        let lost = |worker: &WorkerState| worker.stats.lock().leases_lost;
        let worker = service.worker("worker", StandIn::default()).await;
        eventually("the lease is given back", async || {
            lost(&worker.state) + lost(&service.app.worker) == 1
        })
        .await;
        service.wait_until_idle().await;
        expect_verdict(service, &ids[0], "AC").await;
        worker.stop().await;
    }

    async fn worker_without_database_stops_judging_after_the_lease(service: &Service) {
        let (_, ids) = service.queue_right(1).await;
        let (worker, engine) = held_worker(service).await;
        tokio::time::sleep(Duration::from_millis(500)).await;
        for table in ["tasks", "workers"] {
            service.execute(&format!("ALTER TABLE {table} RENAME TO no_{table}")).await;
        }
        eventually("the worker stops", async || worker.state.row.lock().busy == 0).await;
        engine.held.store(false, Ordering::Relaxed);
        for table in ["tasks", "workers"] {
            service.execute(&format!("ALTER TABLE no_{table} RENAME TO {table}")).await;
        }
        service.wait_until_idle().await;
        expect_verdict(service, &ids[0], "AC").await;
        worker.stop().await;
    }

    async fn drained_worker_ends_its_task_and_claims_no_more(service: &Service) {
        let (_, ids) = service.queue_right(2).await;
        let (mut worker, engine) = held_worker(service).await;
        worker.state.drained.store(true, Ordering::Relaxed);
        engine.held.store(false, Ordering::Relaxed);
        worker.drain().await;
        worker.stop().await;
        expect_one_waiting_task(service).await;
        expect_verdict(service, &ids[0], "AC").await;
        let workers = service.database.workers().await.unwrap();
        assert!(workers.iter().all(|worker| worker.name != "worker"), "{workers:?}");
    }

    async fn stopped_worker_returns_its_task_without_counting_a_failure(service: &Service) {
        service.queue_right(1).await;
        let (worker, _) = held_worker(service).await;
        let busy = async || {
            let workers = service.database.workers().await.unwrap();
            workers.iter().any(|worker| worker.name == "worker" && worker.busy == 1)
        };
        eventually("the row shows the task", busy).await;
        assert_eq!(worker.stop().await, 1);
        expect_one_waiting_task(service).await;
        let task = service.claim().await.unwrap();
        assert_eq!((task.lost, task.failures, task.errors.0), (0, 0, Vec::new()));
    }
}
