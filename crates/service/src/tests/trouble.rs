//! Failures of the database and panics of the judge.

use std::time::Duration;

use super::support::{RIGHT, Service, both, eventually};

both! {
    async fn verdict_waits_until_it_can_be_stored(service: &Service) {
        let (room, [browser]) = service.room_with_participants(&[], ["Ann"]).await;
        service.hold_judging();
        browser.submit(&room, RIGHT).await;
        service.wait_for_queue((0, 1)).await;
        // The worker reads the database before it begins.
        tokio::time::sleep(Duration::from_millis(500)).await;
        for (name, other) in [("judgements", "away"), ("progress", "gone")] {
            service.execute(&format!("ALTER TABLE {name} RENAME TO {other}")).await;
        }
        service.release_judging();
        tokio::time::sleep(Duration::from_secs(1)).await;
        service.wait_for_queue((0, 1)).await;
        for (name, other) in [("judgements", "away"), ("progress", "gone")] {
            service.execute(&format!("ALTER TABLE {other} RENAME TO {name}")).await;
        }
        service.wait_until_idle().await;
        assert_eq!(service.count("SELECT COUNT(*) FROM judgements WHERE verdict = 'AC'").await, 1);
    }

    async fn panic_of_the_judge_does_not_end_the_worker(service: &Service) {
        let (room, [browser]) = service.room_with_participants(&[], ["Ann"]).await;
        browser.submit(&room, &format!("{RIGHT}# panics\n")).await;
        let page = browser.submit(&room, RIGHT).await;
        let judged = async || service.owner.get(&page).await.text.contains("Accepted");
        eventually("a verdict", judged).await;
    }

    async fn probe_writes_to_the_database(service: &Service) {
        let probes = "SELECT turn FROM turns WHERE participant = 'probe'";
        let before = service.count(probes).await;
        service.database.check_writable().await.unwrap();
        service.database.check_writable().await.unwrap();
        assert_eq!(service.count(probes).await, before + 2);
        assert_eq!(service.count("SELECT turn FROM turns WHERE participant = ''").await, 0);
    }

    async fn page_without_a_database_answers_if_it_needs_none(service: &Service) {
        service.execute("ALTER TABLE logins RENAME TO away").await;
        for (path, status) in [
            ("/healthz", 200),
            ("/assets/style.css", 200),
            ("/rooms", 503),
        ] {
            assert_eq!(service.owner.get(path).await.status, status, "{path}");
        }
        service.execute("ALTER TABLE away RENAME TO logins").await;
        assert_eq!(service.owner.get("/rooms").await.status, 200);
    }

    async fn path_with_a_null_character_is_not_found(service: &Service) {
        for path in ["/rooms/%00", "/submissions/%00", "/join/%00", "/enter/%00", "/rooms/a%00b/manage"] {
            assert_eq!(service.owner.get(path).await.status, 404, "{path}");
        }
    }
}
