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
        let run = serde_json::from_value(lines[1]["run"].clone()).unwrap();
        let events = crate::store::replay(vec![("b.py".into(), run)], std::time::Duration::ZERO);
        assert!(format!("{events:?}").contains("M.C...F"));
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
        let (room, invitation) = service.room(&[]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        let page = ann.submit(&room, RIGHT).await;
        let path = page.replace("/submissions", "/api/v1/submissions");
        let database = &service.app.database;
        let reads = database.make_token("reads", &["read"]).await.unwrap();
        let participants = database.participants(&room).await.unwrap();
        let anns = database.make_token_of(&participants[0]).await.unwrap();
        service.joined(&invitation, "Bo").await;
        let participants = database.participants(&room).await.unwrap();
        let bos = database.make_token_of(&participants[1]).await.unwrap();
        service.idle().await;
        let mut program = service.browser();
        let batch = json!({"items": []}).to_string();
        let submitting = json!({"source": RIGHT}).to_string();
        let submissions = format!("/api/v1/rooms/{room}/submissions");
        for (token, path, body, wanted) in [
            (&reads, path.as_str(), None, 200),
            (&anns, &path, None, 200),
            (&bos, &path, None, 404),
            (&"nonsense".to_owned(), &path, None, 401),
            (&reads, "/api/v1/judge", Some(&batch), 403),
            (&anns, "/api/v1/judge", Some(&batch), 403),
            (&anns, &submissions, Some(&submitting), 201),
            (&reads, &submissions, Some(&submitting), 403),
        ] {
            let answer = program.program(path, token, body.map(String::as_str)).await;
            assert_eq!(answer.status.as_u16(), wanted, "{path}: {}", answer.text);
            let json: Value = serde_json::from_str(&answer.text).unwrap();
            assert_eq!(wanted >= 400, json["error"]["message"].is_string(), "{json}");
            let says = json["error"]["message"].as_str().unwrap_or_default();
            assert_eq!(wanted == 401, says.contains("There is no such token"), "{says}");
        }
        let cancel = axum::http::Request::post(format!("{path}/cancel"));
        let answer = program.ask(cancel.body(axum::body::Body::empty()).unwrap()).await;
        assert_eq!(answer.status, 401, "neither a token nor a cookie");
        let told = program.program(&path, &anns, None).await;
        let told: Value = serde_json::from_str(&told.text).unwrap();
        assert_eq!((&told["verdict"], &told["done"]), (&json!("AC"), &json!(true)));
        // A cookie is not a token, nor a token a cookie.
        assert_eq!(ann.get("/api/v1/rooms").await.status, StatusCode::UNAUTHORIZED);
    }

    async fn token_with_scope_judge_reads_no_verdict(service: &Service) {
        let (room, invitation) = service.room(&[]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        let page = ann.submit(&room, WRONG).await;
        service.idle().await;
        let judges = service.app.database.make_token("ci", &["judge"]).await.unwrap();
        let mut program = service.browser();
        let path = format!("/api/v1{page}");
        assert_eq!(program.program(&path, &judges, None).await.status, StatusCode::FORBIDDEN);
        for action in ["cancel", "again"] {
            let told = program.program(&format!("{path}/{action}"), &judges, Some("")).await.text;
            let told: Value = serde_json::from_str(&told).unwrap();
            let id = page.rsplit('/').next().unwrap();
            assert_eq!(told, json!({"id": id, "state": "judged"}));
        }
    }

    async fn unknown_form_is_refused(service: &Service) {
        let (room, invitation) = service.room(&[]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        let database = &service.app.database;
        let own = database.participants(&room).await.unwrap().remove(0);
        let token = database.make_token_of(&own).await.unwrap();
        let judges = database.make_token("ci", &["judge"]).await.unwrap();
        let path = format!("/rooms/{room}/submissions");
        let fields = [("source", RIGHT), ("form", "class")];
        let page = ann.fields(&path, &fields).await;
        let item = json!({"source": RIGHT, "file": "a.py", "form": "class"});
        let mut program = service.browser();
        let sent = program.program(&format!("/api/v1{path}"), &token, Some(&item.to_string())).await;
        for answer in [page, sent] {
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
            assert!(answer.text.contains("function or program"), "{}", answer.text);
        }
        let batch = json!({"items": [item]}).to_string();
        let line = program.program("/api/v1/judge", &judges, Some(&batch)).await.text;
        assert!(line.contains("unusable") && line.contains("function or program"), "{line}");
    }

    async fn api_route_is_described(service: &Service) {
        let text = service.browser().get("/api/v1/openapi.json").await.text;
        let described: Value = serde_json::from_str(&text).unwrap();
        for route in crate::web::table() {
            if route.path.starts_with("/api/v1/") && route.path != "/api/v1/openapi.json" {
                let found = &described["paths"][route.path][route.method];
                assert!(found.is_object(), "{} {}", route.method, route.path);
            }
        }
        for reference in text.split("#/components/schemas/").skip(1) {
            let name = reference.split('"').next().unwrap();
            assert!(described["components"]["schemas"][name].is_object(), "{name}");
        }
    }
}
