//! Leases, and workers that stop.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::{
    MINUTE, Service, StandIn, TestDatabase, both, claimant, eventually, held_worker, identity,
    queue_submissions, verdict, waiting_and_running,
};
use crate::judging::WorkerState;

both! {
    async fn expired_lease_is_counted_by_the_worker_that_finds_it(service: &Service) {
        let ids = queue_submissions(service, 1).await;
        // This stands for a worker that is killed after claiming a task.
        service.app.database.claim_task(&claimant("killed"), Duration::ZERO).await.unwrap().unwrap();
        let lost = |worker: &WorkerState| worker.stats.lock().leases_lost;
        let worker = service.worker(identity("worker"), StandIn::default()).await;
        eventually("the lease is given back", async || {
            lost(&worker.state) + lost(&service.app.worker) == 1
        })
        .await;
        service.wait_until_idle().await;
        assert_eq!(verdict(service, &ids[0]).await.unwrap(), "AC");
        worker.stop().await;
    }

    async fn worker_without_database_stops_judging_after_the_lease(service: &Service) {
        let ids = queue_submissions(service, 1).await;
        let (worker, held) = held_worker(service).await;
        tokio::time::sleep(Duration::from_millis(500)).await;
        for table in ["tasks", "workers"] {
            service.execute(&format!("ALTER TABLE {table} RENAME TO no_{table}")).await;
        }
        eventually("the worker stops", async || worker.state.row.lock().busy == 0).await;
        held.store(false, Ordering::Relaxed);
        for table in ["tasks", "workers"] {
            service.execute(&format!("ALTER TABLE no_{table} RENAME TO {table}")).await;
        }
        service.wait_until_idle().await;
        assert_eq!(verdict(service, &ids[0]).await.unwrap(), "AC");
        worker.stop().await;
    }

    async fn drained_worker_ends_its_task_and_claims_no_more(service: &Service) {
        let ids = queue_submissions(service, 2).await;
        let (mut worker, held) = held_worker(service).await;
        worker.state.drained.store(true, Ordering::Relaxed);
        held.store(false, Ordering::Relaxed);
        worker.drain().await;
        worker.stop().await;
        assert_eq!(waiting_and_running(service).await, (1, 0));
        assert_eq!(verdict(service, &ids[0]).await.unwrap(), "AC");
        let workers = service.app.database.workers().await.unwrap();
        assert!(workers.iter().all(|worker| worker.name != "worker"), "{workers:?}");
    }

    async fn stopped_worker_returns_its_task_without_counting_a_failure(service: &Service) {
        queue_submissions(service, 1).await;
        let (worker, _held) = held_worker(service).await;
        let database = &service.app.database;
        let busy = async || {
            let workers = database.workers().await.unwrap();
            workers.iter().any(|worker| worker.name == "worker" && worker.busy == 1)
        };
        eventually("the row shows the task", busy).await;
        let state = Arc::clone(&worker.state);
        worker.stop().await;
        assert_eq!(state.stats.lock().returned, 1);
        assert_eq!(waiting_and_running(service).await, (1, 0));
        let task = database.claim_task(&claimant("next"), MINUTE).await.unwrap().unwrap();
        assert_eq!((task.lost, task.failures, task.errors.0), (0, 0, Vec::new()));
    }
}
