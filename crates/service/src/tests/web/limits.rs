//! Requests that exceed a limit.

use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode};
use serde_json::json;
use tokio_stream::StreamExt as _;

use crate::tests::support::{RIGHT, Service, TestDatabase, both, eventually};
use crate::texts::EN;

/// Phrases from error responses of the web framework.
const FRAMEWORK_PHRASES: [&str; 4] = [
    "Payload Too Large",
    "length limit",
    "Failed to",
    "Unprocessable",
];

both! {
    async fn oversized_body_is_refused_without_framework_text(service: &Service) {
        let (room, invitation) = service.room(&[]).await;
        let mut owner = service.owner().await;
        let large = "x".repeat(3 << 20);
        let settings = owner.fields(&format!("/rooms/{room}/settings"), &[("name", &large)]).await;
        let joining = service.browser().form(&format!("/join/{invitation}"), &format!("name={large}")).await;
        for answer in [settings, joining] {
            assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
            assert!(answer.text.contains(&EN["large_form"]), "{}", answer.text);
            assert!(answer.text.contains("<h1>"), "a page like any other: {}", answer.text);
            assert!(!FRAMEWORK_PHRASES.iter().any(|text| answer.text.contains(text)), "{}", answer.text);
        }
        let token = service.token(&["judge"]).await;
        let mut program = service.browser();
        let item = json!({"source": "x".repeat(65 << 20), "file": "a.py"});
        for (body, expected) in [
            (json!({"items": [item]}).to_string(), "exceeds the maximum of 64 MiB"),
            (json!({"items": [{"file": "a.py"}]}).to_string(), "docs/operator.md: items[0]: missing field `source`"),
            ("{".to_owned(), "docs/operator.md: "),
        ] {
            let answer = program.program("/api/v1/judge", &token, Some(&body)).await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.text);
            assert!(answer.text.contains(expected), "{expected}: {}", answer.text);
            assert!(!FRAMEWORK_PHRASES.iter().any(|text| answer.text.contains(text)), "{}", answer.text);
        }
    }

    async fn body_of_a_client_that_is_not_logged_in_must_arrive_within_5_seconds(service: &Service) {
        let (_, invitation) = service.room(&[]).await;
        let half = || {
            let half = tokio_stream::iter([Ok::<_, std::io::Error>(Bytes::from("name="))]);
            Body::from_stream(half.chain(tokio_stream::pending()))
        };
        let request = |path: &str| Request::post(path.to_owned())
            .header("content-type", "application/x-www-form-urlencoded")
            .header("origin", "http://mousetrap.test")
            .body(half())
            .unwrap();
        let (join, language) = (request(&format!("/join/{invitation}")), request("/language"));
        let (mut one, mut other) = (service.browser(), service.browser());
        let (join, language) = tokio::join!(one.ask(join), other.ask(language));
        for answer in [join, language] {
            assert_eq!(answer.status, StatusCode::REQUEST_TIMEOUT);
            assert!(answer.text.contains("took too long to arrive"), "{}", answer.text);
        }
    }

    async fn suite_that_is_selected_twice_is_judged_once(service: &Service) {
        let token = service.token(&["judge"]).await;
        let item = |suites: usize| json!({"source": RIGHT, "file": "a.py", "suites": vec!["samples"; suites]});
        let batch = json!({"items": [item(1), item(5000)]});
        let lines = service.browser().judge(&token, &batch).await;
        let counts = lines.iter().map(|line| {
            assert_eq!(line["verdict"], "AC", "{line}");
            line["run"].to_string().matches("samples/sample-").count()
        });
        let counts: Vec<_> = counts.collect();
        assert!(counts.len() == 2 && counts[0] > 0 && counts[0] == counts[1], "{counts:?}");
    }

    async fn batch_of_a_client_that_is_gone_is_not_judged(service: &Service) {
        let (room, [mut ann]) = service.room_with_participants(&[], ["Ann"]).await;
        service.hold_judging();
        let token = service.token(&["judge"]).await;
        let batch = json!({"items": [{"source": RIGHT, "file": "a.py", "suites": ["samples"]}]});
        let gone = service.browser();
        gone.leave(&token, &batch, async || service.wait_for_queue((0, 1)).await).await;
        let id = ann.submit(&room, RIGHT).await;
        // The worker must stop judging the batch, which is still held.
        eventually("the next task runs", async || {
            let running = service.app.database.submissions_being_judged(&room).await.unwrap();
            running.iter().any(|own| id.ends_with(own.as_str()))
        })
        .await;
        service.release_judging();
        service.wait_until_idle().await;
    }
}
