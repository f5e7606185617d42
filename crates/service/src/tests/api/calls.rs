//! The interface for programs.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::tests::support::{On, RIGHT, Service, WRONG, both, count};

both! {
    async fn batch_has_a_line_for_each_item_and_no_verdict_if_the_judge_failed(
        service: &Service
    ) {
        let database = &service.app.database;
        let token = database.make_token("ci", &["judge"]).await.unwrap();
        let items = json!({"items": [
            {"source": RIGHT, "file": "a.py", "suites": ["samples"]},
            {"source": WRONG, "file": "b.py", "suites": ["samples"]},
            {"source": format!("{RIGHT}# lost"), "file": "c.py", "suites": ["samples"]},
            {"source": "", "file": "d.py"},
            {"source": RIGHT, "file": "e.py", "suites": ["none"]},
        ]});
        let mut program = service.browser();
        let answer = program.program("/api/v1/judge", &token, Some(&items.to_string())).await;
        assert_eq!(answer.status, StatusCode::OK);
        let lines = answer.text.lines().map(|line| serde_json::from_str(line).unwrap());
        let mut lines: Vec<Value> = lines.collect();
        lines.sort_by_key(|line| line["index"].as_u64());
        let verdicts: Vec<_> = lines.iter().map(|line| line["verdict"].as_str()).collect();
        assert_eq!(verdicts, [Some("AC"), Some("WA"), None, None, None], "{lines:?}");
        let kinds: Vec<_> = lines.iter().map(|line| line["error"]["kind"].as_str()).collect();
        let (judge, item) = (Some("infrastructure"), Some("unusable"));
        assert_eq!(kinds, [None, None, judge, item, item]);
        assert!(lines[1]["run"].to_string().contains("M.C...F"), "{}", lines[1]);
        // Nothing of it stays.
        for _ in 0..600 {
            if count(service, "SELECT COUNT(*) FROM submissions").await == 0 {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
        panic!("the batch stays in the database");
    }

    async fn token_allows_only_its_scopes(service: &Service) {
        let database = &service.app.database;
        let metrics = database.make_token("metrics", &["metrics"]).await.unwrap();
        let judges = database.make_token("judges", &["judge"]).await.unwrap();
        let mut program = service.browser();
        let batch = json!({"items": []}).to_string();
        for (token, wanted) in [(&judges, 200), (&metrics, 403), (&"nonsense".to_owned(), 401)] {
            let answer = program.program("/api/v1/judge", token, Some(&batch)).await;
            assert_eq!(answer.status.as_u16(), wanted, "{}", answer.text);
            let json: Value = serde_json::from_str(&answer.text).unwrap_or_default();
            assert_eq!(wanted >= 400, json["error"]["message"].is_string(), "{json}");
        }
        // A cookie is not a token.
        let mut owner = service.owner().await;
        assert_eq!(owner.get("/api/v1/judge").await.status, StatusCode::UNAUTHORIZED);
    }

    async fn unknown_form_is_refused(service: &Service) {
        let (room, [mut ann]) = service.room_of(&[], ["Ann"]).await;
        let judges = service.app.database.make_token("ci", &["judge"]).await.unwrap();
        let fields = [("source", RIGHT), ("form", "class")];
        let page = ann.fields(&format!("/rooms/{room}/submissions"), &fields).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(page.text.contains("function or program"), "{}", page.text);
        let item = json!({"source": RIGHT, "file": "a.py", "form": "class"});
        let batch = json!({"items": [item]}).to_string();
        let line = service.browser().program("/api/v1/judge", &judges, Some(&batch)).await.text;
        assert!(line.contains("unusable") && line.contains("function or program"), "{line}");
    }
}
