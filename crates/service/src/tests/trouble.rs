//! What goes wrong around the judge costs nobody a verdict.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::support::{On, RIGHT, Service, both, count, eventually, execute};

both! {
    async fn a_verdict_waits_until_it_can_be_kept(service: &Service) {
        let (room, [mut browser]) = service.room_of(&[], ["Ann"]).await;
        service.held.store(true, Ordering::Relaxed);
        browser.submit(&room, RIGHT).await;
        let running = "SELECT COUNT(*) FROM tasks WHERE state = 'running'";
        while count(service, running).await == 0 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        // What it reads before it begins.
        tokio::time::sleep(Duration::from_millis(500)).await;
        for (name, other) in [("judgements", "away"), ("progress", "gone")] {
            execute(&service.app.database, &format!("ALTER TABLE {name} RENAME TO {other}")).await;
        }
        service.held.store(false, Ordering::Relaxed);
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(count(service, running).await, 1, "it has not been given up");
        for (name, other) in [("judgements", "away"), ("progress", "gone")] {
            execute(&service.app.database, &format!("ALTER TABLE {other} RENAME TO {name}")).await;
        }
        service.idle().await;
        assert_eq!(count(service, "SELECT COUNT(*) FROM judgements WHERE verdict = 'AC'").await, 1);
    }

    async fn a_task_that_goes_wrong_does_not_end_who_works_on_it(service: &Service) {
        let (room, [mut browser]) = service.room_of(&[], ["Ann"]).await;
        browser.submit(&room, &format!("{RIGHT}# panics\n")).await;
        let page = browser.submit(&room, RIGHT).await;
        let judged = async || service.owner().await.get(&page).await.text.contains("Accepted");
        eventually("a verdict", judged).await;
    }

    async fn whether_something_can_be_kept_is_found_out_by_keeping_something(service: &Service) {
        let probes = "SELECT turn FROM turns WHERE participant = 'probe'";
        let before = count(service, probes).await;
        service.app.database.probe().await.unwrap();
        service.app.database.probe().await.unwrap();
        assert_eq!(count(service, probes).await, before + 2);
        assert_eq!(count(service, "SELECT turn FROM turns WHERE participant = ''").await, 0);
    }

    async fn what_needs_no_database_is_there_without_it(service: &Service) {
        let mut owner = service.owner().await;
        execute(&service.app.database, "ALTER TABLE logins RENAME TO away").await;
        for (path, status) in [
            ("/healthz", 200),
            ("/assets/style.css", 200),
            ("/rooms", 503),
        ] {
            assert_eq!(owner.get(path).await.status, status, "{path}");
        }
        execute(&service.app.database, "ALTER TABLE away RENAME TO logins").await;
        assert_eq!(owner.get("/rooms").await.status, 200);
    }

    async fn what_no_text_holds_is_not_there(service: &Service) {
        let mut owner = service.owner().await;
        for path in ["/rooms/%00", "/submissions/%00", "/join/%00", "/enter/%00", "/rooms/a%00b/manage"] {
            assert_eq!(owner.get(path).await.status, 404, "{path}");
        }
    }
}
