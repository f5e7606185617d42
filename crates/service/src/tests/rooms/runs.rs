//! Runs of sources on the samples and on cases of participants.

use axum::http::StatusCode;

use crate::tests::hacks::CASE;
use crate::tests::support::{Answer, Browser, RIGHT, Service, WRONG, both};

/// Starts a run on the samples, or on a case.
async fn start(browser: &Browser, room: &str, source: &str, case: Option<&str>) -> Answer {
    let kind = if case.is_some() { "case" } else { "samples" };
    let case = case.unwrap_or_default();
    let fields = [("source", source), ("run", kind), ("case", case)];
    browser.fields(&format!("/rooms/{room}/run"), &fields).await
}

/// Runs a source, and returns the page with the result.
async fn run(service: &Service, browser: &Browser, room: &str, case: Option<&str>) -> String {
    let started = start(browser, room, WRONG, case).await;
    started.expect(StatusCode::SEE_OTHER, &[]);
    service.wait_until_idle().await;
    browser.get(started.location()).await.text
}

both! {
    async fn run_shows_every_sample_and_does_not_count_as_an_attempt(service: &Service) {
        let (room, [ann, bo]) = service.room_with_participants(&[("feedback", "verdict")], ["Ann", "Bo"]).await;
        let page = run(service, &ann, &room, None).await;
        let (_, result) = page.split_once("id=\"run\"").unwrap();
        let (result, _) = result.split_once("</section>").unwrap();
        for part in ["Wrong answer</span>", "Cases passed 4 / 5", "####F", "M.C...F", ">nonsense</pre>", "&#60; 1 ms"] {
            assert!(result.contains(part), "{part}: {result}");
        }
        assert_eq!(result.matches("class=\"tried\"").count(), 5, "{result}");
        assert!(page.contains("return &#39;wrong at 2&#39;\n</textarea>"), "the form has the source: {page}");
        assert!(page.contains("submitted nothing yet") && page.contains("60 / 60"), "{page}");
        let submitted = format!("SELECT COUNT(*) FROM submissions WHERE room = '{room}'");
        assert_eq!(service.count(&submitted).await, 0);
        // Nobody else sees the run.
        let other = bo.get(&format!("/rooms/{room}/run")).await;
        assert_eq!((other.status, other.location()), (StatusCode::SEE_OTHER, &*format!("/rooms/{room}")));
        // The run is deleted when no page requests it any more.
        service.execute("UPDATE rooms SET lease = 0").await;
        assert_eq!(service.database.delete_expired_batches().await.unwrap(), 1);
        assert_eq!(service.count("SELECT COUNT(*) FROM submissions").await, 0);
        assert_eq!(ann.get(&format!("/rooms/{room}/run")).await.status, StatusCode::SEE_OTHER);
    }

    async fn run_on_a_written_case_shows_the_expected_answer(service: &Service) {
        let (room, [ann]) = service.room_with_participants(&[], ["Ann"]).await;
        let page = run(service, &ann, &room, Some(CASE)).await;
        assert!(page.contains("Accepted</span>") && page.contains("<strong>My case</strong>"), "{page}");
        assert!(page.contains(">true</pre>"), "the solver answers the case: {page}");
        assert_eq!(*service.engine.cases.lock().unwrap(), ["own/case"]);
        let refused = start(&ann, &room, RIGHT, Some("[\"MF\"]\n1\n1")).await;
        for part in ["Not run: Not a case of this problem", "[&#34;MF&#34;]\n1\n1</textarea>"] {
            refused.expect(StatusCode::UNPROCESSABLE_ENTITY, &[part]);
        }
    }

    async fn new_run_replaces_the_previous_run(service: &Service) {
        let (room, [ann, bo]) = service.room_with_participants(&[], ["Ann", "Bo"]).await;
        service.stop_worker().await;
        for _ in 0..2 {
            start(&ann, &room, RIGHT, None).await;
        }
        start(&bo, &room, RIGHT, None).await;
        assert_eq!(service.database.queue_lengths().await.unwrap(), (2, 0));
        bo.expect_page(&format!("/rooms/{room}/run/result"), &["Ahead in the queue: 1", "data-await"]).await;
        service.owner.expect_page("/queue", &[">Run</a>", "Room · Ann"]).await;
        assert_eq!(service.count("SELECT COUNT(*) FROM submissions").await, 2);
        let closed = "UPDATE rooms SET policy = REPLACE(policy, '\"closes\":null', '\"closes\":1')";
        service.execute(closed).await;
        start(&ann, &room, RIGHT, None).await.expect(StatusCode::CONFLICT, &[]);
    }

    async fn run_comes_before_waiting_submissions_but_pays_for_its_time(service: &Service) {
        let (room, [ann]) = service.room_with_participants(&[], ["Ann"]).await;
        service.stop_worker().await;
        service.submit_right(&room, "busy", 3).await;
        for expected in ["run", "judge"] {
            start(&ann, &room, RIGHT, None).await;
            let task = service.claim().await.unwrap();
            assert_eq!(task.kind, expected);
            service.database.delay_participant_tasks(&task, std::time::Duration::from_secs(5)).await.unwrap();
        }
    }
}
