//! Workers on `PostgreSQL`.

use sqlx::any::AnyArguments;

use super::{MINUTE, RIGHT, StandIn, expect_verdict};
use crate::store::{Database, StoreError};
use crate::tests::hacks::{CASE_FORM, breakable_source};
use crate::tests::support::{TestDatabase, postgres, run, start_worker};

#[test]
fn other_process_hears_of_tasks_and_changes() {
    run(TestDatabase::Server, async |service| {
        let url = service.app.settings.database.as_ref().unwrap();
        let database = Database::connect_as_worker(url).await.unwrap();
        tokio::spawn({
            let database = database.clone();
            async move { database.listen().await }
        });
        // When the listener starts, it wakes everything once.
        let mut changes = database.changes.subscribe();
        let changed = tokio::time::timeout(MINUTE, changes.changed());
        changed.await.unwrap().unwrap();
        let mut tasks = database.tasks.subscribe();
        service.queue_right(1).await;
        let queued = tokio::time::timeout(MINUTE, tasks.changed());
        queued.await.unwrap().unwrap();
        let changed = tokio::time::timeout(MINUTE, changes.changed());
        changed.await.unwrap().unwrap();
    });
}

/// The statements in docs/operator.md that create a role with the privileges of a worker.
fn role_statements(role: &str) -> Vec<String> {
    let page = include_str!("../../../../../docs/operator.md");
    let (_, block) = page.split_once("```sql\n").unwrap();
    let (block, _) = block.split_once("```").unwrap();
    let block = block.replace("mousetrap_worker", role);
    let statements = block.split(';').map(|one| one.trim().to_owned());
    statements.filter(|one| !one.is_empty()).collect()
}

#[test]
fn documented_role_judges_and_reads_no_secrets() {
    run(TestDatabase::Server, async |service| {
        service.stop_worker().await;
        let role = format!("worker_{}", crate::secret::new_id());
        for statement in role_statements(&role) {
            service.execute(&statement).await;
        }
        let url = service.app.settings.database.as_ref().unwrap();
        let url = url.replacen("postgres@", &format!("{role}@"), 1);
        let fields = [("hacks", "on")];
        let (room, [ann, bob]) = service
            .room_with_participants(&fields, ["Ann", "Bob"])
            .await;
        let broken = ann.submit(&room, &breakable_source()).await;
        let right = bob.submit(&room, RIGHT).await;
        let database = Database::connect_as_worker(&url).await.unwrap();
        let worker = start_worker(database, "worker", StandIn::default()).await;
        service.wait_until_idle().await;
        let hack = bob.form(&format!("{broken}/hack"), CASE_FORM).await;
        assert_eq!(hack.status, 303, "{}", hack.text);
        service.wait_until_idle().await;
        expect_verdict(service, &right, "AC").await;
        expect_verdict(service, &broken, "WA").await;
        let database = &worker.state.database;
        for statement in [
            "SELECT hash FROM links",
            "SELECT session FROM logins",
            "SELECT invitation FROM rooms",
            "UPDATE rooms SET policy = policy",
            "UPDATE submissions SET source = ''",
            "UPDATE judgements SET verdict = 'AC'",
            "DELETE FROM judgements",
            "UPDATE requirements SET body = body",
            "INSERT INTO participants (id, room, name, created) VALUES ('x', 'x', 'x', 1)",
        ] {
            let refused = database.execute(statement, AnyArguments::default()).await;
            let refused = refused.unwrap_err().to_string();
            assert!(
                refused.contains("docs/operator.md"),
                "{statement}: {refused}"
            );
        }
        worker.stop().await;
    });
}

#[test]
fn worker_refuses_a_schema_of_another_build() {
    run(TestDatabase::Server, async |service| {
        let url = postgres::database().await;
        let empty = Database::connect_as_worker(&url).await.err().unwrap();
        assert!(
            matches!(empty, StoreError::Schema { found: 0, .. }),
            "{empty}"
        );
        Database::connect_as_server(&url)
            .await
            .unwrap()
            .close()
            .await;
        let database = Database::connect_as_worker(&url).await.unwrap();
        let update = "UPDATE _sqlx_migrations SET version = 99 WHERE version = 4";
        let updated = database.execute(update, AnyArguments::default()).await;
        updated.unwrap();
        let newer = Database::connect_as_worker(&url).await.err().unwrap();
        assert!(
            matches!(newer, StoreError::Schema { found: 99, .. }),
            "{newer}"
        );
        service.wait_until_idle().await;
    });
}
