//! Tests of the API: batches with their leases, tokens, and uploaded suites.

use axum::http::{Method, Request, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

use crate::protocol::SuiteFile;
use crate::store::{StoreSuiteResult, Task, new_batch_id};
use crate::tests::support::{
    Answer, RIGHT, Service, WRONG, both, eventually, run_in_project, submission,
};
use mousetrap_model::{Case, CaseId, Limits};

/// A case of problem 1728.
fn case(name: &str) -> Case {
    Case {
        id: CaseId(name.to_owned()),
        input: "1 3 1 1\nMFC\n".to_owned(),
        arguments: "[\"MFC\"]\n1\n1\n".to_owned(),
        max_plies: Some(1000),
        answer: "true".to_owned(),
        limits: Limits::DEFAULT,
    }
}

async fn upload_suite(service: &Service, suite: &SuiteFile, token: &str) -> Answer {
    let request = Request::put(format!("/api/v1/suites/{}", suite.digest));
    service.browser().program(request, token, &suite.body).await
}

/// Queues a batch of one source. Returns its room.
async fn batch(service: &Service) -> String {
    let room = new_batch_id();
    let submission = submission(&room, "client", RIGHT);
    let task = Task::new_judging_task(&submission, 1, "");
    let items = [(submission, task)];
    service.database.insert_batch(&room, &items).await.unwrap();
    room
}

both! {
    async fn batch_has_a_line_per_item_and_no_verdict_if_the_judge_failed(service: &Service) {
        let token = service.token(&["judge"]).await;
        let batch = json!({"items": [
            {"source": RIGHT, "file": "a.py", "suites": ["samples"]},
            {"source": WRONG, "file": "b.py", "suites": ["samples", "regressions"]},
            {"source": format!("{RIGHT}# lost"), "file": "c.py", "suites": ["samples"]},
            {"source": "", "file": "d.py"},
            {"source": RIGHT, "file": "e.py", "suites": ["none"]},
            {"source": RIGHT, "file": "f.py", "form": "class"},
            {"source": RIGHT, "file": "g.py", "suites_digest": "none"},
            {"source": RIGHT, "file": "h.py", "suites": vec!["samples"; 5000]},
        ]});
        let lines = service.browser().judge(&token, &batch).await;
        let verdicts: Vec<_> = lines.iter().map(|line| line["verdict"].as_str()).collect();
        assert_eq!(verdicts, [Some("AC"), Some("WA"), None, None, None, None, None, Some("AC")], "{lines:?}");
        let kinds: Vec<_> = lines.iter().map(|line| line["error"]["kind"].as_str()).collect();
        let (judge, item) = (Some("infrastructure"), Some("unusable"));
        assert_eq!(kinds, [None, None, judge, item, item, item, item, None]);
        // A suite that is selected twice is judged once.
        let samples = [0, 7].map(|item| lines[item]["run"].to_string().matches("samples/sample-").count());
        assert!(samples[0] > 0 && samples[0] == samples[1], "{samples:?}");
        assert!(lines[1]["run"].to_string().contains("M.C...F"), "{}", lines[1]);
        // Suites of several point groups do not change which cases of a batch are run.
        let award = lines[1]["run"]["submissions"][0].get("award");
        assert_eq!(award, None, "{}", lines[1]);
        let is_deleted = async || service.count("SELECT COUNT(*) FROM submissions").await == 0;
        eventually("the deletion of the batch", is_deleted).await;
    }

    async fn token_allows_only_its_scopes(service: &Service) {
        let metrics = service.token(&["metrics"]).await;
        let judges = service.token(&["judge"]).await;
        let unknown = "nonsense".to_owned();
        let batch = json!({"items": []}).to_string();
        for (method, path, allowed, other) in [
            (Method::POST, "/api/v1/judge", &judges, &metrics),
            (Method::GET, "/metrics", &metrics, &judges),
        ] {
            for (token, status) in [(allowed, 200), (other, 403), (&unknown, 401)] {
                let request = Request::builder().method(&method).uri(path);
                let answer = service.browser().program(request, token, &batch).await;
                assert_eq!(answer.status.as_u16(), status, "{path}: {}", answer.text);
                let json: Value = serde_json::from_str(&answer.text).unwrap_or_default();
                assert_eq!(status >= 400, json["error"]["message"].is_string(), "{json}");
            }
        }
        // A cookie is not a token.
        assert_eq!(service.owner.get("/api/v1/judge").await.status, StatusCode::UNAUTHORIZED);
    }

    async fn suite_is_stored_once_and_only_with_the_suites_scope(service: &Service) {
        let suites = service.token(&["suites"]).await;
        let judges = service.token(&["judge"]).await;
        let suite = SuiteFile::new(&[case("own/one"), case("own/two")]);
        let path = format!("/api/v1/suites/{}", suite.digest);
        let head = async || service.browser().program(Request::head(&path), &judges, "").await.status;
        let upload = async |suite: &SuiteFile, token: &String, status: StatusCode| {
            upload_suite(service, suite, token).await.expect(status, &[]);
        };
        upload(&suite, &judges, StatusCode::FORBIDDEN).await;
        assert_eq!(head().await, StatusCode::NOT_FOUND);
        upload(&suite, &suites, StatusCode::CREATED).await;
        upload(&suite, &suites, StatusCode::OK).await;
        assert_eq!(head().await, StatusCode::OK);
        let stored = service.database.suite(&suite.digest).await.unwrap();
        assert_eq!(stored.map(|stored| stored.body), Some(suite.body));
        // Other requests may have at most 2 MiB.
        let many: Vec<Case> = (0..6_000).map(|number| case(&format!("own/{number:0>180}"))).collect();
        let large = SuiteFile::new(&many);
        assert!(large.body.len() > 2 << 20, "{}", large.body.len());
        upload(&large, &suites, StatusCode::CREATED).await;
    }

    async fn suite_that_breaks_a_rule_is_refused(service: &Service) {
        let token = service.token(&["suites"]).await;
        let one = case("own/one");
        let limited = |limits: Limits| SuiteFile::new(&[Case { limits, ..one.clone() }]);
        let command = SuiteFile::new(std::slice::from_ref(&one)).body.replace("{\"id\"", "{\"command\":[\"sh\"],\"id\"");
        let mib = mousetrap_util::Bytes::mib;
        let seconds = Duration::from_secs;
        let other = SuiteFile { digest: "0".repeat(64), ..SuiteFile::new(std::slice::from_ref(&one)) };
        for (suite, expected) in [
            (other, "not the digest in the path"),
            (SuiteFile::from(String::new()), "at least one case"),
            (SuiteFile::from("{}\n".to_owned()), "line 1: not a valid case"),
            (SuiteFile::from(command), "unknown field `command`"),
            (SuiteFile::new(&[one.clone(), one.clone()]), "line 2: an earlier line already has the case own/one"),
            (SuiteFile::new(&[one.clone(), Case { input: "1 3 1 1\nMCF\n".to_owned(), ..case("own/two") }]), "line 2: input and arguments differ"),
            (SuiteFile::new(&[Case { arguments: "[\"MF\"]\n1\n1\n".to_owned(), ..one.clone() }]), "line 1: arguments is not a valid case"),
            (SuiteFile::new(&[case("no-suite")]), "SUITE/NAME"),
            (SuiteFile::new(&[case("own/../x")]), "SUITE/NAME"),
            (SuiteFile::new(&[case("own/a b")]), "SUITE/NAME"),
            (limited(Limits { cpu: seconds(61), ..Limits::DEFAULT }), "cpu_us must be"),
            (limited(Limits { wall: seconds(301), ..Limits::DEFAULT }), "wall_us must be"),
            (limited(Limits { memory: mib(4097), ..Limits::DEFAULT }), "memory_bytes must be"),
            (limited(Limits { memory: mib(1), ..Limits::DEFAULT }), "memory_bytes must be"),
            (limited(Limits { output: mib(65), ..Limits::DEFAULT }), "output_bytes must be"),
        ] {
            let answer = upload_suite(service, &suite, &token).await;
            answer.expect(StatusCode::UNPROCESSABLE_ENTITY, &[expected]);
            assert!(service.database.suite(&suite.digest).await.unwrap().is_none());
        }
        let large = SuiteFile::from("x".repeat(65 << 20));
        let answer = upload_suite(service, &large, &token).await;
        assert!(answer.text.contains("exceeds the maximum of 64 MiB"), "{}", answer.text);
    }

    async fn invalid_custom_problem_of_a_client_is_refused(service: &Service) {
        let token = service.token(&["judge"]).await;
        let program = json!({"program": {"file": "checker.py", "source": "exit(0)"}});
        for (id, checker, expected) in [
            ("largest", program, "does not accept checker programs from clients"),
            ("913", json!("exact"), "cannot be the id of a custom problem"),
            ("../x", json!("exact"), "cannot be the id of a custom problem"),
        ] {
            let problem = json!({
                "id": id, "title": "Largest", "signature": "int largest(int[] items)",
                "checker": checker, "replies": [], "game": null,
            });
            let batch = json!({"items": [], "problems": [problem]}).to_string();
            let refused = service.browser().program(Request::post("/api/v1/judge"), &token, &batch).await;
            refused.expect(StatusCode::UNPROCESSABLE_ENTITY, &[expected]);
        }
    }

    async fn unused_suites_are_deleted(service: &Service) {
        let names = ["a/a", "b/b", "c/c"];
        let suites = names.map(|name| SuiteFile::new(&[case(name)]));
        // The first suite was used a week ago, the second 3 hours ago, and the last just now.
        for (suite, hours) in suites.iter().zip([24 * 8, 3, 0]) {
            service.database.store_suite(suite).await.unwrap();
            service.execute(&format!(
                "UPDATE suites SET used = used - 3600000 * {hours} WHERE digest = '{}'", suite.digest
            )).await;
        }
        let stored = async || {
            let mut stored = Vec::new();
            for (suite, name) in suites.iter().zip(names) {
                stored.extend(service.database.suite(&suite.digest).await.unwrap().map(|_| name));
            }
            stored
        };
        service.database.remove_unused_requirements_and_suites().await.unwrap();
        assert_eq!(stored().await, ["b/b", "c/c"]);
        let more = SuiteFile::new(&[case("e/e")]);
        service.execute("UPDATE suites SET size = 1000000000").await;
        assert_eq!(service.database.store_suite(&more).await.unwrap(), StoreSuiteResult::New);
        assert_eq!(stored().await, ["c/c"], "suites in use are kept");
        service.execute("UPDATE suites SET size = 2000000000").await;
        let full = service.database.store_suite(&SuiteFile::new(&[case("f/f")])).await.unwrap();
        assert_eq!(full, StoreSuiteResult::NoSpace);
    }

    async fn batch_whose_lease_expired_is_deleted(service: &Service) {
        service.stop_worker().await;
        let (lost, heard) = (batch(service).await, batch(service).await);
        // An ordinary room, which has no lease.
        let (room, _) = service.room(&[]).await;
        assert_eq!(service.database.delete_expired_batches().await.unwrap(), 0);
        service.execute("UPDATE rooms SET lease = 0").await;
        assert!(service.database.renew_batch_lease(&heard).await.unwrap());
        assert_eq!(service.database.delete_expired_batches().await.unwrap(), 1);
        assert!(!service.database.renew_batch_lease(&lost).await.unwrap());
        assert!(service.database.renew_batch_lease(&heard).await.unwrap());
        assert_eq!(service.database.queue_lengths().await.unwrap(), (1, 0));
        assert!(service.database.room(&room).await.unwrap().is_some());
    }

    async fn waiting_client_gets_empty_objects(service: &Service) {
        let token = service.token(&["judge"]).await;
        service.hold_judging();
        let item = json!({"source": RIGHT, "file": "a.py", "suites": ["samples"]});
        let batch = json!({"keep_alive": true, "items": [item]});
        let browser = service.browser();
        let release = async {
            tokio::time::sleep(Duration::from_secs(6)).await;
            service.release_judging();
        };
        let (lines, ()) = tokio::join!(browser.judge(&token, &batch), release);
        assert_eq!(lines[0], json!({}));
        assert_eq!(lines.last().unwrap()["verdict"], "AC");
    }
}

#[test]
fn project_that_cannot_be_read_is_not_blamed_on_an_item() {
    let root = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("elsewhere", root.path().join("cases")).unwrap();
    run_in_project(root.path(), async |service| {
        let token = service.token(&["judge"]).await;
        let batch = json!({"items": [{"file": "a.py", "source": RIGHT}]});
        let line = service.browser().judge(&token, &batch).await.remove(0);
        let error = &line["error"];
        assert_eq!(error["kind"], "infrastructure", "{line}");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains("cases"), "{line}");
    });
}
