//! Progress of submissions, which pages request repeatedly.

use serde_json::{Value, json};

use crate::tests::support::{Browser, RIGHT, Service, TestDatabase, both, eventually, id_of_page};

/// Requests the progress of a submission after the last step that was shown.
async fn request_progress(browser: &mut Browser<'_>, page: &str, after: &str) -> Value {
    let answer = browser.get(&format!("{page}/progress?after={after}")).await;
    serde_json::from_str(&answer.text).unwrap()
}

/// The names of the steps.
fn names(progress: &Value) -> Vec<&str> {
    let steps = progress["steps"].as_array().unwrap().iter();
    steps.map(|step| step["is"].as_str().unwrap()).collect()
}

both! {
    async fn page_gets_each_new_step_once(service: &Service) {
        let (room, [mut ann]) = service.room_with_participants(&[], ["Ann"]).await;
        service.hold_judging();
        let page = ann.submit(&room, RIGHT).await;
        let compiles = async || {
            let mut owner = service.owner().await;
            names(&request_progress(&mut owner, &page, "").await) == ["compiling"]
        };
        eventually("the first step", compiles).await;
        let first = request_progress(&mut ann, &page, "").await;
        assert_eq!((&first["last"], &first["done"]), (&json!("1.1"), &json!(false)));
        assert!(names(&request_progress(&mut ann, &page, "1.1").await).is_empty());
        // The server stops, and the next attempt starts from the beginning.
        service.stop_worker().await;
        assert_eq!(request_progress(&mut ann, &page, "1.1").await["wait"], "Next in the queue");
        service.release_judging();
        service.judge_waiting().await;
        let database = &service.app.database;
        let again = database.progress(id_of_page(&page), 1, (1, 1)).await.unwrap();
        assert_eq!((again[0].attempt, again[0].seq), (2, 1));
    }

    async fn waiting_submission_shows_its_position_and_then_its_verdict(service: &Service) {
        let (room, [mut ann]) = service.room_with_participants(&[], ["Ann"]).await;
        service.hold_judging();
        let pages = [ann.submit(&room, RIGHT).await, ann.submit(&room, RIGHT).await];
        service.wait_for_queue((1, 1)).await;
        assert_eq!(request_progress(&mut ann, &pages[1], "").await["wait"], "Next in the queue");
        let version = ann.get(&format!("/rooms/{room}/version")).await.text;
        service.release_judging();
        service.wait_until_idle().await;
        assert_eq!(request_progress(&mut ann, &pages[0], "1.1").await["done"], true);
        assert_ne!(ann.get(&format!("/rooms/{room}/version")).await.text, version);
    }
}
