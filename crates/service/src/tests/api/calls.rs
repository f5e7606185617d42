//! Tests of API calls.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::tests::support::{RIGHT, Service, TestDatabase, WRONG, both, count, eventually};

both! {
    async fn batch_has_a_line_per_item_and_no_verdict_if_the_judge_failed(service: &Service) {
        let token = service.token(&["judge"]).await;
        let batch = json!({"items": [
            {"source": RIGHT, "file": "a.py", "suites": ["samples"]},
            {"source": WRONG, "file": "b.py", "suites": ["samples"]},
            {"source": format!("{RIGHT}# lost"), "file": "c.py", "suites": ["samples"]},
            {"source": "", "file": "d.py"},
            {"source": RIGHT, "file": "e.py", "suites": ["none"]},
            {"source": RIGHT, "file": "f.py", "form": "class"},
        ]});
        let lines = service.browser().judge(&token, &batch).await;
        let verdicts: Vec<_> = lines.iter().map(|line| line["verdict"].as_str()).collect();
        assert_eq!(verdicts, [Some("AC"), Some("WA"), None, None, None, None], "{lines:?}");
        let kinds: Vec<_> = lines.iter().map(|line| line["error"]["kind"].as_str()).collect();
        let (judge, item) = (Some("infrastructure"), Some("unusable"));
        assert_eq!(kinds, [None, None, judge, item, item, item]);
        assert!(lines[1]["run"].to_string().contains("M.C...F"), "{}", lines[1]);
        let is_deleted = async || count(service, "SELECT COUNT(*) FROM submissions").await == 0;
        eventually("the deletion of the batch", is_deleted).await;
    }

    async fn token_allows_only_its_scopes(service: &Service) {
        let metrics = service.token(&["metrics"]).await;
        let judges = service.token(&["judge"]).await;
        let unknown = "nonsense".to_owned();
        let mut program = service.browser();
        let batch = json!({"items": []}).to_string();
        for (path, body, allowed, other) in [
            ("/api/v1/judge", Some(batch.as_str()), &judges, &metrics),
            ("/metrics", None, &metrics, &judges),
        ] {
            for (token, status) in [(allowed, 200), (other, 403), (&unknown, 401)] {
                let answer = program.program(path, token, body).await;
                assert_eq!(answer.status.as_u16(), status, "{path}: {}", answer.text);
                let json: Value = serde_json::from_str(&answer.text).unwrap_or_default();
                assert_eq!(status >= 400, json["error"]["message"].is_string(), "{json}");
            }
        }
        // A cookie is not a token.
        let mut owner = service.owner().await;
        assert_eq!(owner.get("/api/v1/judge").await.status, StatusCode::UNAUTHORIZED);
    }
}
