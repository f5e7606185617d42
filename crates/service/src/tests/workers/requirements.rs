//! What tasks require of workers.

use std::sync::Arc;

use mousetrap_judge::config::Config;
use mousetrap_sandbox::Isolation;

use super::{
    CONFIG, Identity, MINUTE, On, RIGHT, Service, StandIn, both, claimant, execute, identity,
    queued, verdict, waiting_and_running,
};
use crate::judging::Suites;
use std::time::Duration;

both! {
    async fn task_of_another_build_waits_for_a_worker_of_that_build(service: &Service) {
        let ids = queued(service, 1).await;
        let other = Identity { build: "other".to_owned(), ..identity("other") };
        let other = service.worker(other, StandIn::default()).await;
        let none = Identity { isolation: Isolation::None, ..identity("none") };
        let none = service.worker(none, StandIn::default()).await;
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert_eq!(waiting_and_running(service).await, (1, 0));
        let same = service.worker(identity("same"), StandIn::default()).await;
        service.idle().await;
        assert_eq!(verdict(service, &ids[0]).await.unwrap(), "AC");
        for worker in [other, none, same] {
            worker.stop().await;
        }
    }

    async fn worker_judges_by_the_rules_of_the_accepting_server(service: &Service) {
        service.rest().await;
        let (room, _) = service.room(&[]).await;
        let strict = "suites = { 1728 = [\"samples\"] }\n[limits]\ncpu = \"1ms\"\n";
        let root = &CONFIG.root;
        let strict = Config::parse(root, strict, mousetrap_suite::known()).unwrap();
        let strict: &'static Config = Box::leak(Box::new(strict));
        let suites = Suites::new(strict, Isolation::Full, "build".to_owned(), "b".to_owned());
        let database = &service.app.database;
        let strict = Arc::new(suites).requirements(database, "1728", &[]).await.unwrap();
        let usual = service.requires().await;
        assert_ne!(strict, usual);
        let mut ids = service.fill(&room, &[RIGHT], &strict).await;
        ids.extend(service.fill(&room, &[RIGHT], &usual).await);
        let worker = service.worker(identity("worker"), StandIn::default()).await;
        service.idle().await;
        for (id, cpu_ms) in ids.iter().zip([1, CONFIG.limits.cpu.as_millis()]) {
            let run = database.judgement(id, 1).await.unwrap().unwrap().run().unwrap();
            let cases = &run.judgement(0).unwrap().cases;
            assert!(!cases.is_empty());
            assert!(cases.iter().all(|case| case.limits.cpu.as_millis() == cpu_ms), "{id}");
        }
        worker.stop().await;
    }

    async fn waiting_task_of_an_earlier_build_gets_requirements_of_this_build(service: &Service) {
        service.rest().await;
        let (room, _) = service.room(&[]).await;
        let build = |build: &str| {
            let suites = Suites::new(&CONFIG, Isolation::Full, build.to_owned(), "one".to_owned());
            Arc::new(suites)
        };
        let database = &service.app.database;
        let earlier = build("earlier").requirements(database, "1728", &[]).await.unwrap();
        service.fill(&room, &[RIGHT], &earlier).await;
        // Another server of another build does not take the task over.
        service.app.suites.adopt_tasks(database).await.unwrap();
        assert!(database.claim(&claimant("worker"), MINUTE).await.unwrap().is_none());
        build("build").adopt_tasks(database).await.unwrap();
        assert!(database.claim(&claimant("worker"), MINUTE).await.unwrap().is_some());
    }

    async fn unused_requirements_are_removed_and_those_of_tasks_stay(service: &Service) {
        service.rest().await;
        let (room, _) = service.room(&[]).await;
        let database = &service.app.database;
        let requires = service.requires().await;
        let suite = database.requirements(&requires).await.unwrap().unwrap().suites.remove(0);
        service.fill(&room, &[RIGHT], &requires).await;
        execute(database, "UPDATE requirements SET created = 0").await;
        execute(database, "UPDATE suites SET used = 0").await;
        database.remove_unused().await.unwrap();
        assert!(database.suite(&suite).await.unwrap().is_some());
        execute(database, "DELETE FROM tasks").await;
        database.remove_unused().await.unwrap();
        assert!(database.requirements(&requires).await.unwrap().is_none());
        assert!(database.suite(&suite).await.unwrap().is_none());
    }
}
