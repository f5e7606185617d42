//! Requirements of tasks.

use std::sync::Arc;

use mousetrap_judge::config::Config;
use mousetrap_sandbox::Isolation;

use super::{
    CONFIG, Identity, MINUTE, RIGHT, Service, StandIn, TestDatabase, both, claimant, identity,
    queue_submissions, verdict, waiting_and_running,
};
use crate::judging::Suites;
use std::time::Duration;

both! {
    async fn worker_that_does_not_meet_the_requirements_claims_nothing(service: &Service) {
        let ids = queue_submissions(service, 1).await;
        let mut workers = vec![
            Identity { build: "other".to_owned(), ..identity("other") },
            Identity { isolation: Isolation::None, ..identity("none") },
        ];
        // With SQLite, the only worker claims tasks in all languages.
        if service.app.database.is_postgres() {
            let installed = [("rust".to_owned(), "1".to_owned())].into();
            workers.push(Identity { installed, ..identity("rust") });
        }
        let mut running = Vec::new();
        for identity in workers {
            running.push(service.worker(identity, StandIn::default()).await);
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert_eq!(waiting_and_running(service).await, (1, 0));
        running.push(service.worker(identity("same"), StandIn::default()).await);
        service.wait_until_idle().await;
        assert_eq!(verdict(service, &ids[0]).await.unwrap(), "AC");
        for worker in running {
            worker.stop().await;
        }
    }

    async fn worker_judges_by_the_rules_of_the_accepting_server(service: &Service) {
        service.stop_worker().await;
        let (room, _) = service.room(&[]).await;
        let strict = "suites = { 1728 = [\"samples\"] }\n[limits]\ncpu = \"1ms\"\n";
        let root = &CONFIG.root;
        let strict = Config::parse(root, strict, mousetrap_suite::known_suites()).unwrap();
        let strict: &'static Config = Box::leak(Box::new(strict));
        let server = ("build".to_owned(), "b".to_owned());
        let suites = Suites::new(&service.app.database, strict, Isolation::Full, server);
        let strict = Arc::new(suites).requirements("1728", &[]).await.unwrap();
        let usual = service.requires().await;
        assert_ne!(strict, usual);
        let mut ids = service.submit_all(&room, "one", &[RIGHT], &strict).await;
        ids.extend(service.submit_all(&room, "one", &[RIGHT], &usual).await);
        let worker = service.worker(identity("worker"), StandIn::default()).await;
        service.wait_until_idle().await;
        for (id, cpu_ms) in ids.iter().zip([1, CONFIG.limits.cpu.as_millis()]) {
            let run = service.judgement(id).await.unwrap().parse_run_report().unwrap();
            let cases = &run.judgement(0).unwrap().cases;
            // The first sample defines its own limit.
            assert!(cases.len() > 1);
            assert!(cases[1..].iter().all(|case| case.limits.cpu.as_millis() == cpu_ms), "{id}");
        }
        worker.stop().await;
    }

    async fn waiting_task_of_an_earlier_build_gets_requirements_of_this_build(service: &Service) {
        service.stop_worker().await;
        let (room, _) = service.room(&[]).await;
        let database = &service.app.database;
        let build = |build: &str| {
            let server = (build.to_owned(), "one".to_owned());
            Arc::new(Suites::new(database, &CONFIG, Isolation::Full, server))
        };
        let earlier = build("earlier").requirements("1728", &[]).await.unwrap();
        service.submit_all(&room, "one", &[RIGHT], &earlier).await;
        // A server with another id and another build does not adopt the task.
        service.app.suites.update_waiting_tasks().await.unwrap();
        assert!(database.claim_task(&claimant("worker"), MINUTE).await.unwrap().is_none());
        build("build").update_waiting_tasks().await.unwrap();
        assert!(database.claim_task(&claimant("worker"), MINUTE).await.unwrap().is_some());
    }

    async fn unused_requirements_are_removed_unless_a_task_needs_them(service: &Service) {
        service.stop_worker().await;
        let (room, _) = service.room(&[]).await;
        let database = &service.app.database;
        let requires = service.requires().await;
        let suite = database.requirements(&requires).await.unwrap().unwrap().suites.remove(0);
        service.submit_all(&room, "one", &[RIGHT], &requires).await;
        service.execute("UPDATE requirements SET created = 0").await;
        service.execute("UPDATE suites SET used = 0").await;
        database.remove_unused_requirements_and_suites().await.unwrap();
        assert!(database.suite(&suite).await.unwrap().is_some());
        service.execute("DELETE FROM tasks").await;
        database.remove_unused_requirements_and_suites().await.unwrap();
        assert!(database.requirements(&requires).await.unwrap().is_none());
        assert!(database.suite(&suite).await.unwrap().is_none());
    }
}
