//! Requirements of tasks.

use mousetrap_judge::config::Config;

use super::{CONFIG, RIGHT, Service, both, claimant, expect_one_waiting_task};
use crate::judging::Suites;
use crate::store::{Json, Worker};
use crate::tests::support::submission;

both! {
    async fn worker_that_does_not_meet_the_requirements_claims_nothing(service: &Service) {
        service.queue_right(1).await;
        for worker in [
            Worker { build: "other".to_owned(), ..claimant("other") },
            Worker { isolation: "none".to_owned(), ..claimant("none") },
        ] {
            assert!(service.claim_as(&worker).await.is_none());
        }
        expect_one_waiting_task(service).await;
        let no_python = Worker { languages: Json::default(), ..claimant("no Python") };
        // With SQLite, the only worker claims tasks in all languages.
        let is_claimed = service.claim_as(&no_python).await.is_some();
        assert_eq!(is_claimed, !service.database.is_postgres());
    }

    async fn worker_judges_by_the_rules_of_the_accepting_server(service: &Service) {
        let (room, mut ids) = service.queue_right(1).await;
        let strict = "suites = { 1728 = [\"samples\"] }\n[limits]\ncpu = \"1ms\"\n";
        let root = &CONFIG.root;
        let strict = Config::parse(root, strict, mousetrap_suite::known_suites()).unwrap();
        let strict: &'static Config = Box::leak(Box::new(strict));
        let suites = Suites::new(&service.app.worker, strict, "b".to_owned());
        let strict = suites.requirements("1728", &[]).await.unwrap();
        let submission = submission(&room, "one", RIGHT);
        service.database.submit(&submission, &strict).await.unwrap();
        ids.push(submission.id);
        service.judge_waiting().await;
        for (id, cpu_ms) in ids.iter().zip([CONFIG.limits.cpu.as_millis(), 1]) {
            let run = service.run_report(id).await;
            let cases = &run.judgement(0).unwrap().cases;
            // The first sample defines its own limit.
            assert!(cases.len() > 1);
            assert!(cases[1..].iter().all(|case| case.limits.cpu.as_millis() == cpu_ms), "{id}");
        }
    }

    async fn waiting_task_of_an_earlier_build_gets_requirements_of_this_build(service: &Service) {
        service.queue_right(1).await;
        let of_build = |build: &str| {
            build.clone_into(&mut service.app.worker.row.lock().build);
            Suites::new(&service.app.worker, &CONFIG, "one".to_owned())
        };
        let earlier = of_build("earlier").requirements("1728", &[]).await.unwrap();
        service.execute(&format!("UPDATE tasks SET requires = '{earlier}'")).await;
        // A server with another id and another build does not adopt the task.
        service.app.suites.update_waiting_tasks().await.unwrap();
        assert!(service.claim().await.is_none());
        of_build("build").update_waiting_tasks().await.unwrap();
        assert!(service.claim().await.is_some());
    }

    async fn unused_requirements_are_removed_unless_a_task_needs_them(service: &Service) {
        let (room, _) = service.queue_right(1).await;
        let requires = service.requires(&room).await;
        let suite = service.database.requirements(&requires).await.unwrap().unwrap().suites.remove(0);
        service.execute("UPDATE requirements SET created = 0").await;
        service.execute("UPDATE suites SET used = 0").await;
        service.database.remove_unused_requirements_and_suites().await.unwrap();
        assert!(service.database.suite(&suite).await.unwrap().is_some());
        service.execute("DELETE FROM tasks").await;
        service.database.remove_unused_requirements_and_suites().await.unwrap();
        assert!(service.database.requirements(&requires).await.unwrap().is_none());
        assert!(service.database.suite(&suite).await.unwrap().is_none());
    }
}
