//! Several workers on one queue.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use mousetrap_judge::config::Config;
use mousetrap_judge::{Engine, JudgeError, JudgeRequest};
use mousetrap_model::{Event, Message};
use mousetrap_sandbox::Isolation;
#[cfg(feature = "all-tests")]
use sqlx::error::DatabaseError;

use super::support::{
    CONFIG, Identity, On, RIGHT, Service, StandIn, both, claimant, eventually, identity,
};
use crate::judging::{Bench, Suites, WorkerNotice};
use crate::store::{Database, Task, TaskError};

const MINUTE: Duration = Duration::from_mins(1);

/// A judge that fails on every submission.
#[derive(Debug)]
struct Broken;

impl Engine for Broken {
    fn judge(
        &self,
        _: JudgeRequest<'_>,
        _: &AtomicBool,
        events: &Sender<Event>,
    ) -> Result<(), JudgeError> {
        let error = Message::text("the disk is full");
        let _ = events.send(Event::Failed {
            submission: 0,
            error,
        });
        Ok(())
    }
}

async fn waiting_and_running(service: &Service) -> (i64, i64) {
    service.app.database.queue_lengths().await.unwrap()
}

async fn verdict(service: &Service, submission: &str) -> Option<String> {
    let judgement = service.app.database.judgement(submission, 9).await;
    judgement.unwrap().map(|judgement| judgement.verdict)
}

async fn execute(database: &Database, statement: &str) {
    let mut change = database.change().await.unwrap();
    let done = sqlx::query(statement).execute(&mut *change).await;
    done.unwrap();
    change.commit().await.unwrap();
}

/// Claims a task as this worker, whose lease expires at once.
async fn lose(service: &Service, worker: &str) -> Task {
    let database = &service.app.database;
    let by = claimant(worker);
    let task = database.claim(&by, Duration::ZERO).await.unwrap().unwrap();
    eventually("the lease expires", async || {
        database.give_back(false).await.unwrap();
        !database.renew(&task, Duration::ZERO).await.unwrap()
    })
    .await;
    task
}

both! {
    async fn task_of_another_build_waits_for_a_worker_of_that_build(service: &Service) {
        service.rest().await;
        let (room, _) = service.room(&[]).await;
        let requires = service.requires().await;
        let ids = service.fill(&room, &[RIGHT], &requires).await;
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

    async fn failing_worker_leaves_the_task_to_another_and_pauses(service: &Service) {
        service.rest().await;
        let (room, _) = service.room(&[]).await;
        let requires = service.requires().await;
        let broken = service.worker(identity("broken"), Broken).await;
        let sound = StandIn::default();
        let held = Arc::clone(&sound.held);
        held.store(true, Ordering::Relaxed);
        let sound = service.worker(identity("sound"), sound).await;
        let ids = service.fill(&room, &[RIGHT; 5], &requires).await;
        eventually("the broken worker pauses", async || {
            broken.notices.lock().unwrap().contains(&WorkerNotice::Paused(broken.bench.timing.pause))
        })
        .await;
        held.store(false, Ordering::Relaxed);
        service.idle().await;
        for id in &ids {
            assert_eq!(verdict(service, id).await.unwrap(), "AC");
        }
        eventually("the broken worker resumes", async || {
            broken.notices.lock().unwrap().contains(&WorkerNotice::Resumed)
        })
        .await;
        for worker in [broken, sound] {
            worker.stop().await;
        }
    }

    async fn task_lost_too_often_ends_without_a_verdict(service: &Service) {
        service.rest().await;
        let (room, _) = service.room(&[]).await;
        let requires = service.requires().await;
        let ids = service.fill(&room, &[RIGHT], &requires).await;
        let database = &service.app.database;
        let silent = service.worker(Identity { build: "x".to_owned(), ..identity("silent") }, Broken).await;
        for worker in ["silent", "second", "third"] {
            lose(service, worker).await;
        }
        if !database.is_server() {
            execute(database, "UPDATE tasks SET lost = 10").await;
        }
        assert_eq!(waiting_and_running(service).await, (1, 0));
        let worker = service.worker(identity("worker"), StandIn::default()).await;
        service.idle().await;
        assert_eq!(verdict(service, &ids[0]).await.unwrap(), "failed");
        let run = database.judgement(&ids[0], 1).await.unwrap().unwrap().run;
        assert!(run.contains("judge_gave_up") && run.contains("\"silent\""), "{run}");
        let submission = database.submission(&ids[0]).await.unwrap().unwrap();
        database.judge_one(&submission, &requires).await.unwrap();
        service.idle().await;
        assert_eq!(verdict(service, &ids[0]).await.unwrap(), "AC");
        for worker in [worker, silent] {
            worker.stop().await;
        }
    }

    async fn lost_lease_cannot_write_a_judgement(service: &Service) {
        service.rest().await;
        let (room, _) = service.room(&[]).await;
        let requires = service.requires().await;
        let ids = service.fill(&room, &[RIGHT], &requires).await;
        let engine = StandIn::default();
        let held = Arc::clone(&engine.held);
        held.store(true, Ordering::Relaxed);
        let worker = service.worker(identity("worker"), engine).await;
        eventually("the task begins", async || waiting_and_running(service).await == (0, 1)).await;
        execute(&service.app.database, "UPDATE tasks SET token = 'of another'").await;
        eventually("the worker stops", async || {
            worker.bench.count.leases_lost.load(Ordering::Relaxed) == 1
                && worker.bench.busy.load(Ordering::Relaxed) == 0
        })
        .await;
        held.store(false, Ordering::Relaxed);
        assert_eq!(verdict(service, &ids[0]).await, None);
        assert_eq!(waiting_and_running(service).await, (0, 1));
        execute(&service.app.database, "DELETE FROM tasks").await;
        worker.stop().await;
    }

    async fn expired_lease_is_counted_by_the_worker_that_finds_it(service: &Service) {
        service.rest().await;
        let (room, _) = service.room(&[]).await;
        let requires = service.requires().await;
        let ids = service.fill(&room, &[RIGHT], &requires).await;
        let database = &service.app.database;
        // A worker that is killed after its claim.
        database.claim(&claimant("killed"), Duration::ZERO).await.unwrap().unwrap();
        let lost = |worker: &Bench| worker.count.leases_lost.load(Ordering::Relaxed);
        let worker = service.worker(identity("worker"), StandIn::default()).await;
        eventually("the lease is given back", async || {
            lost(&worker.bench) + lost(&service.app.bench) == 1
        })
        .await;
        service.idle().await;
        assert_eq!(verdict(service, &ids[0]).await.unwrap(), "AC");
        worker.stop().await;
    }

    async fn worker_without_database_stops_judging_after_the_lease(service: &Service) {
        service.rest().await;
        let (room, _) = service.room(&[]).await;
        let requires = service.requires().await;
        let ids = service.fill(&room, &[RIGHT], &requires).await;
        let engine = StandIn::default();
        let held = Arc::clone(&engine.held);
        held.store(true, Ordering::Relaxed);
        let worker = service.worker(identity("worker"), engine).await;
        eventually("the task begins", async || waiting_and_running(service).await == (0, 1)).await;
        tokio::time::sleep(Duration::from_millis(500)).await;
        let database = &service.app.database;
        for table in ["tasks", "workers"] {
            execute(database, &format!("ALTER TABLE {table} RENAME TO no_{table}")).await;
        }
        eventually("the worker stops", async || worker.bench.busy.load(Ordering::Relaxed) == 0).await;
        assert!(matches!(worker.notices.lock().unwrap()[0], WorkerNotice::ConnectionLost(_)));
        held.store(false, Ordering::Relaxed);
        for table in ["tasks", "workers"] {
            execute(database, &format!("ALTER TABLE no_{table} RENAME TO {table}")).await;
        }
        service.idle().await;
        assert_eq!(verdict(service, &ids[0]).await.unwrap(), "AC");
        eventually("the worker reports the database", async || {
            worker.notices.lock().unwrap().contains(&WorkerNotice::ConnectionRegained)
        })
        .await;
        worker.stop().await;
    }

    async fn drained_worker_ends_its_task_and_claims_no_more(service: &Service) {
        service.rest().await;
        let (room, _) = service.room(&[]).await;
        let requires = service.requires().await;
        let ids = service.fill(&room, &[RIGHT, RIGHT], &requires).await;
        let engine = StandIn::default();
        let held = Arc::clone(&engine.held);
        held.store(true, Ordering::Relaxed);
        let worker = service.worker(identity("worker"), engine).await;
        eventually("the task begins", async || waiting_and_running(service).await == (1, 1)).await;
        worker.bench.drained.store(true, Ordering::Relaxed);
        held.store(false, Ordering::Relaxed);
        worker.drain().await;
        assert_eq!(waiting_and_running(service).await, (1, 0));
        assert_eq!(verdict(service, &ids[0]).await.unwrap(), "AC");
        let workers = service.app.database.workers().await.unwrap();
        assert!(workers.iter().all(|worker| worker.name != "worker"), "{workers:?}");
    }

    async fn stopped_worker_returns_its_task_unharmed(service: &Service) {
        service.rest().await;
        let (room, _) = service.room(&[]).await;
        let requires = service.requires().await;
        service.fill(&room, &[RIGHT], &requires).await;
        let engine = StandIn::default();
        engine.held.store(true, Ordering::Relaxed);
        let worker = service.worker(identity("worker"), engine).await;
        eventually("the task begins", async || waiting_and_running(service).await == (0, 1)).await;
        let database = &service.app.database;
        let busy = async || {
            let workers = database.workers().await.unwrap();
            workers.iter().any(|worker| worker.name == "worker" && worker.busy == 1)
        };
        eventually("the row shows the task", busy).await;
        let bench = Arc::clone(&worker.bench);
        worker.stop().await;
        assert_eq!(bench.count.returned.load(Ordering::Relaxed), 1);
        assert_eq!(waiting_and_running(service).await, (1, 0));
        let task = database.claim(&claimant("next"), MINUTE).await.unwrap().unwrap();
        assert_eq!((task.lost, task.failures, task.errors.0), (0, 0, Vec::new()));
    }

    async fn failed_task_avoids_its_worker_only_if_there_is_another(service: &Service) {
        service.rest().await;
        let (room, _) = service.room(&[]).await;
        let requires = service.requires().await;
        service.fill(&room, &[RIGHT], &requires).await;
        let database = &service.app.database;
        let by = claimant("server");
        let error = TaskError { worker: "one".to_owned(), error: Message::text("no disk") };
        for (others, again) in [(false, true), (true, false)] {
            if others {
                // A worker of another build does not count.
                for (id, build) in [("a", "other"), ("b", "build")] {
                    execute(database, &format!(
                        "INSERT INTO workers VALUES ('{id}', '{id}', '{build}', 'full', '', 1, 0, \
                         '{{\"python\":{{\"version\":\"3\",\"speed\":1.0}}}}', 0, {}, 0)", database.time().await.unwrap()
                    )).await;
                }
            }
            let task = database.claim(&by, MINUTE).await.unwrap().unwrap();
            assert!(database.fail(&task, &by, error.clone(), MINUTE).await.unwrap());
            assert!(!database.fail(&task, &by, error.clone(), MINUTE).await.unwrap());
            let next = database.claim(&by, MINUTE).await.unwrap();
            assert_eq!(next.is_some(), again);
            if let Some(next) = next {
                database.return_task(&next).await.unwrap();
            }
        }
        let task = database.claim(&claimant("two"), MINUTE).await.unwrap().unwrap();
        assert_eq!((task.failures, task.errors.0), (2, vec![error.clone(), error]));
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
        service.app.suites.update_tasks(database).await.unwrap();
        assert!(database.claim(&claimant("worker"), MINUTE).await.unwrap().is_none());
        build("build").update_tasks(database).await.unwrap();
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
        execute(database, "UPDATE published_suites SET used = 0").await;
        database.remove_unused_requirements().await.unwrap();
        assert!(database.published_suite(&suite).await.unwrap().is_some());
        execute(database, "DELETE FROM tasks").await;
        database.remove_unused_requirements().await.unwrap();
        assert!(database.requirements(&requires).await.unwrap().is_none());
        assert!(database.published_suite(&suite).await.unwrap().is_none());
    }
}

#[cfg(feature = "all-tests")]
mod server {
    use super::*;
    use crate::store::StoreError;
    use crate::tests::support::{FOUND, postgres, run};

    #[test]
    fn worker_without_the_language_leaves_the_task_waiting() {
        run(On::Server, async |service| {
            service.rest().await;
            let (room, _) = service.room(&[]).await;
            let requires = service.requires().await;
            service.fill(&room, &[RIGHT], &requires).await;
            let installed = BTreeMap::from([("rust".to_owned(), "1".to_owned())]);
            let rust = Identity {
                installed,
                ..identity("rust")
            };
            let rust = service.worker(rust, StandIn::default()).await;
            tokio::time::sleep(Duration::from_millis(500)).await;
            assert_eq!(waiting_and_running(service).await, (1, 0));
            let python = service.worker(identity("python"), StandIn::default()).await;
            service.idle().await;
            for worker in [rust, python] {
                worker.stop().await;
            }
        });
    }

    #[test]
    fn other_process_hears_of_tasks_and_changes() {
        run(On::Server, async |service| {
            service.rest().await;
            let url = service.app.settings.database.as_ref().unwrap();
            let database = Database::worker(url).await.unwrap();
            tokio::spawn({
                let database = database.clone();
                async move { database.listen().await }
            });
            // Once it listens, it wakes everything.
            let changed = async || {
                let changed = database.wakeups().changes.notified();
                tokio::time::timeout(MINUTE, changed).await.unwrap();
            };
            changed().await;
            let (room, _) = service.room(&[]).await;
            let requires = service.requires().await;
            let waits = |database: Database| {
                tokio::task::spawn_blocking(move || {
                    let began = std::time::Instant::now();
                    database.wakeups().wait_for_task(MINUTE);
                    began.elapsed() < MINUTE
                })
            };
            assert!(waits(database.clone()).await.unwrap());
            let waiting = waits(database.clone());
            service.fill(&room, &[RIGHT], &requires).await;
            assert!(waiting.await.unwrap());
            changed().await;
        });
    }

    /// The statements in docs/operator.md that create a role with the rights of a worker.
    fn role_statements(role: &str) -> Vec<String> {
        let page = include_str!("../../../../docs/operator.md");
        let (_, block) = page.split_once("```sql\n").unwrap();
        let (block, _) = block.split_once("```").unwrap();
        let block = block.replace("mousetrap_worker", role);
        let statements = block.split(';').map(|one| one.trim().to_owned());
        statements.filter(|one| !one.is_empty()).collect()
    }

    #[test]
    fn documented_role_judges_and_reads_no_secrets() {
        run(On::Server, async |service| {
            service.rest().await;
            let role = format!("worker_{}", crate::secret::id());
            for statement in role_statements(&role) {
                execute(&service.app.database, &statement).await;
            }
            let url = service.app.settings.database.as_ref().unwrap();
            let url = url.replacen("postgres@", &format!("{role}@"), 1);
            let (room, invitation) = service.room(&[("hacks", "on")]).await;
            let mut ann = service.joined(&invitation, "Ann").await;
            let mut bob = service.joined(&invitation, "Bob").await;
            let source = RIGHT.replace("return 1", "return 'breakable'");
            let broken = ann.submit(&room, &source).await;
            let right = bob.submit(&room, RIGHT).await;
            let worker = service
                .worker_at(&url, identity("worker"), StandIn::default())
                .await;
            service.idle().await;
            let case = FOUND.replace('\n', "%0A");
            let hack = bob
                .form(&format!("{broken}/hack"), &format!("case={case}"))
                .await;
            assert_eq!(hack.status, 303, "{}", hack.text);
            service.idle().await;
            let id = |page: &str| page.rsplit('/').next().unwrap().to_owned();
            assert_eq!(verdict(service, &id(&right)).await.unwrap(), "AC");
            assert_eq!(verdict(service, &id(&broken)).await.unwrap(), "WA");
            let database = &worker.bench.database;
            for statement in [
                "SELECT hash FROM links",
                "SELECT session FROM logins",
                "SELECT invitation FROM rooms",
                "SELECT address FROM participants",
                "UPDATE rooms SET policy = policy",
                "UPDATE submissions SET source = ''",
                "UPDATE judgements SET verdict = 'AC'",
                "DELETE FROM judgements",
                "UPDATE requirements SET body = body",
                "INSERT INTO participants (id, room, name, created) VALUES ('x', 'x', 'x', 1)",
            ] {
                let mut change = database.change().await.unwrap();
                let refused = sqlx::query(statement)
                    .execute(&mut *change)
                    .await
                    .unwrap_err();
                let code = refused.as_database_error().and_then(DatabaseError::code);
                // insufficient_privilege
                assert_eq!(code.as_deref(), Some("42501"), "{statement}: {refused}");
            }
            let refused = database.make_token("ci", &[]).await.unwrap_err();
            assert!(
                refused.to_string().contains("docs/operator.md"),
                "{refused}"
            );
            worker.stop().await;
        });
    }

    #[test]
    fn worker_refuses_a_schema_of_another_build() {
        run(On::Server, async |service| {
            let url = postgres::database().await;
            let empty = Database::worker(&url).await.unwrap_err();
            assert!(
                matches!(empty, StoreError::Older { found: 0, .. }),
                "{empty}"
            );
            Database::server(&url).await.unwrap().close().await;
            let database = Database::worker(&url).await.unwrap();
            let latest = "DELETE FROM _sqlx_migrations \
                          WHERE version = (SELECT MAX(version) FROM _sqlx_migrations)";
            execute(&database, latest).await;
            let older = Database::worker(&url).await.unwrap_err();
            assert!(matches!(older, StoreError::Older { .. }), "{older}");
            let later = "UPDATE _sqlx_migrations SET version = 99 WHERE version = 1";
            execute(&database, later).await;
            let newer = Database::worker(&url).await.unwrap_err();
            assert!(
                matches!(newer, StoreError::Newer { found: 99, .. }),
                "{newer}"
            );
            service.idle().await;
        });
    }
}
