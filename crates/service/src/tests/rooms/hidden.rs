//! Rooms that hide their cases.

use crate::judging::Summary;
use crate::tests::support::{RIGHT, Service, WRONG, both, id_of_page};

/// Publishes all verdicts, as if enough time had passed.
async fn publish_all(service: &Service) {
    service.execute("UPDATE judgements SET shown = 0").await;
}

/// Returns when the verdict on the only submission is published.
async fn publication(service: &Service) -> i64 {
    service.count("SELECT MAX(shown) FROM judgements").await
}

both! {
    async fn responses_of_a_hidden_room_do_not_depend_on_the_failing_case(service: &Service) {
        let (room, invitation) = service.room(&[("feedback", "verdict")]).await;
        let mut seen = Vec::new();
        for (name, at) in [("A", "1"), ("B", "2"), ("C", "4")] {
            let browser = service.joined(&invitation, name).await;
            let source = WRONG.replace("wrong at 2", &format!("wrong at {at}"));
            let page = service.judged(&browser, &room, &source).await;
            let id = id_of_page(&page);
            let submission = service.database.submission(id).await.unwrap().unwrap();
            let wait = publication(service).await - submission.created;
            assert!((60_000..61_000).contains(&wait), "{wait}");
            assert!(service.database.last_step(id, 1).await.unwrap().is_none());
            let news = browser.get(&format!("{page}/progress")).await.text;
            browser.expect_page(&page, &["!Wrong answer", "!Not accepted"]).await;
            publish_all(service).await;
            let case = browser.get(&format!("{page}/case.json")).await;
            assert_eq!(case.status.as_u16(), 404);
            for path in [page.clone(), format!("/rooms/{room}")] {
                let answer = browser.get(&path).await;
                let text = answer.text.replace(&source, "").replace(id, "");
                let text = text.replace(&format!("wrong at {at}"), "");
                assert!(!text.contains("M.C...F") || path != page);
                let names: Vec<String> = answer.headers.keys().map(ToString::to_string).collect();
                seen.push((path == page, text.len(), names, news.clone()));
            }
        }
        // Pages of the same kind do not differ in size or headers.
        seen.sort_by_key(|(is_page, ..)| *is_page);
        assert!(seen[..3].windows(2).all(|two| two[0] == two[1]), "{seen:?}");
        assert!(seen[3..].windows(2).all(|two| two[0] == two[1]), "{seen:?}");
    }

    async fn hidden_room_runs_all_cases_until_a_time_out_and_shows_no_usage(service: &Service) {
        let (room, [ann]) = service.room_with_participants(&[("feedback", "verdict")], ["Ann"]).await;
        let policy = service.stored_room(&room).await.policy;
        for (at, code, run) in [
            ("", "AC", 5),
            ("wrong at 2", "WA", 5),
            ("loops at 4", "TLE", 4),
            ("wrong at 2, loops at 4", "WA", 4),
        ] {
            let page = service.judged(&ann, &room, &WRONG.replace("wrong at 2", at)).await;
            let judgement = service.judgement(&page).await.unwrap();
            let submission = service.database.submission(&judgement.submission).await.unwrap();
            let summary = Summary::new(judgement, &submission.unwrap());
            assert_eq!((summary.verdict.as_str(), summary.counts.run), (code, run));
            let verdict = if code == "AC" { "AC" } else { "NA" }.to_owned();
            let redacted = Summary { verdict, ..Summary::default() };
            assert_eq!(summary.redacted_for_participants(&policy), redacted);
            let at = publication(service).await;
            let seen = service.database.visible_result_count(&room, at - 1).await.unwrap();
            assert!(service.database.visible_result_count(&room, at).await.unwrap() > seen);
            publish_all(service).await;
        }
    }

    async fn every_failure_is_shown_as_not_accepted_if_cases_are_hidden(service: &Service) {
        let (room, [ann]) = service.room_with_participants(&[("feedback", "verdict")], ["Ann"]).await;
        let page = service.judged(&ann, &room, WRONG).await;
        publish_all(service).await;
        let mut seen = std::collections::BTreeSet::new();
        for code in ["WA", "TLE", "MLE", "OLE", "RTE", "SV"] {
            service.execute(&format!("UPDATE judgements SET verdict = '{code}'")).await;
            let room_page = ann.get(&format!("/rooms/{room}")).await.text;
            let own_page = ann.get(&page).await.text;
            assert!(own_page.contains("Not accepted") && room_page.contains("Not accepted"), "{own_page}");
            seen.insert([room_page, own_page]);
            let texts = crate::texts::EN.lookup("verdict", code);
            assert!(service.owner.get(&page).await.text.contains(texts), "the owner sees {texts}");
            service.owner.expect_page(&format!("/rooms/{room}/manage"), &[&format!(">{code}</a>")]).await;
        }
        assert_eq!(seen.len(), 1, "all failures look the same");
        service.execute("UPDATE judgements SET verdict = 'CE'").await;
        assert!(ann.get(&page).await.text.contains("Compile error"), "a compile error depends on no case");
    }

    async fn verdict_stays_visible_until_the_next_revision_is_published(service: &Service) {
        let (room, [ann]) = service.room_with_participants(&[("feedback", "verdict")], ["Ann"]).await;
        let page = service.judged(&ann, &room, RIGHT).await;
        publish_all(service).await;
        service.owner.form(&format!("/rooms/{room}/rejudge"), "").await;
        service.wait_until_idle().await;
        assert_eq!(service.stored_room(&room).await.revision, 2);
        assert!(publication(service).await > crate::store::host_time_ms());
        assert!(ann.get(&page).await.text.contains("Accepted"));
        assert!(ann.get(&format!("/rooms/{room}")).await.text.contains("Accepted"));
    }
}
