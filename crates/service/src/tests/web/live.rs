//! Progress of submissions, which pages request repeatedly.

use serde_json::{Value, json};

use crate::tests::support::{Browser, RIGHT, Service, TestDatabase, both, eventually, id_of_page};

/// Requests the progress of a submission.
async fn request_progress(browser: &mut Browser<'_>, page: &str) -> Value {
    let answer = browser.get(&format!("{page}/progress")).await;
    serde_json::from_str(&answer.text).unwrap()
}

both! {
    async fn page_follows_a_submission_from_the_queue_to_its_verdict(service: &Service) {
        let (room, [mut ann]) = service.room_with_participants(&[], ["Ann"]).await;
        service.hold_judging();
        let pages = [ann.submit(&room, RIGHT).await, ann.submit(&room, RIGHT).await];
        let compiles = async || {
            let mut owner = service.owner().await;
            request_progress(&mut owner, &pages[0]).await["step"]["is"] == "compiling"
        };
        eventually("the first step", compiles).await;
        assert_eq!(request_progress(&mut ann, &pages[0]).await["done"], false);
        assert_eq!(request_progress(&mut ann, &pages[1]).await["wait"], "Next in the queue");
        // The server stops, and the submission waits again. A time estimate may follow.
        service.stop_worker().await;
        let progress = request_progress(&mut ann, &pages[0]).await;
        let wait = progress["wait"].as_str().unwrap_or_default();
        assert!(wait.starts_with("Next in the queue") && progress["step"].is_null(), "{progress}");
        let version = ann.get(&format!("/rooms/{room}/version")).await.text;
        service.release_judging();
        service.judge_waiting().await;
        let last = service.app.database.last_step(id_of_page(&pages[0]), 1).await.unwrap().unwrap();
        assert_eq!((&last["is"], &last["run"]), (&json!("cases"), &last["cases"]));
        assert_eq!(request_progress(&mut ann, &pages[0]).await["done"], true);
        assert_ne!(ann.get(&format!("/rooms/{room}/version")).await.text, version);
    }
}
