//! Progress of submissions, which pages request repeatedly.

use serde_json::{Value, json};

use crate::tests::support::{Browser, On, RIGHT, Service, both, eventually, id_of_page};

/// Requests the progress of a submission after the last step that was shown.
async fn news(browser: &mut Browser<'_>, page: &str, after: &str) -> Value {
    let answer = browser.get(&format!("{page}/progress?after={after}")).await;
    serde_json::from_str(&answer.text).unwrap()
}

/// The names of the steps.
fn names(news: &Value) -> Vec<&str> {
    let steps = news["steps"].as_array().unwrap().iter();
    steps.map(|step| step["is"].as_str().unwrap()).collect()
}

both! {
    async fn page_gets_each_new_step_once(service: &Service) {
        let (room, [mut ann]) = service.room_of(&[], ["Ann"]).await;
        service.hold();
        let page = ann.submit(&room, RIGHT).await;
        let compiles = async || {
            let mut owner = service.owner().await;
            names(&news(&mut owner, &page, "").await) == ["compiling"]
        };
        eventually("the first step", compiles).await;
        let first = news(&mut ann, &page, "").await;
        assert_eq!((&first["last"], &first["done"]), (&json!("1.1"), &json!(false)));
        assert!(names(&news(&mut ann, &page, "1.1").await).is_empty());
        // The server stops, and the next attempt starts from the beginning.
        service.rest().await;
        assert_eq!(news(&mut ann, &page, "1.1").await["ahead"], 0);
        service.release();
        service.work().await;
        let database = &service.app.database;
        let again = database.progress(id_of_page(&page), 1, (1, 1)).await.unwrap();
        assert_eq!((again[0].attempt, again[0].seq), (2, 1));
    }

    async fn waiting_submission_is_told_its_place_and_the_end(service: &Service) {
        let (room, [mut ann]) = service.room_of(&[], ["Ann"]).await;
        service.hold();
        let pages = [ann.submit(&room, RIGHT).await, ann.submit(&room, RIGHT).await];
        service.until((1, 1)).await;
        assert_eq!(news(&mut ann, &pages[1], "").await["ahead"], 0);
        let version = ann.get(&format!("/rooms/{room}/version")).await.text;
        service.release();
        service.idle().await;
        assert_eq!(news(&mut ann, &pages[0], "1.1").await["done"], true);
        assert_ne!(ann.get(&format!("/rooms/{room}/version")).await.text, version);
    }
}
