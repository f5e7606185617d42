//! Rooms that hide their cases.

use crate::judging::{Counts, Summary};

use crate::tests::support::{On, RIGHT, Service, WRONG, both};

/// Publishes all verdicts, as time does.
async fn publish(service: &Service) {
    let mut change = service.app.database.change().await.unwrap();
    let update = sqlx::query("UPDATE judgements SET shown = 0");
    update.execute(&mut *change).await.unwrap();
    change.commit().await.unwrap();
}

both! {
    async fn responses_do_not_depend_on_the_failed_case(service: &Service) {
        for (feedback, tells_number) in [("verdict", false), ("number", true)] {
            let (room, invitation) = service.room(&[("feedback", feedback)]).await;
            let mut seen = Vec::new();
            for (name, at) in [("A", "1"), ("B", "2"), ("C", "4")] {
                let mut browser = service.joined(&invitation, name).await;
                let source = WRONG.replace("wrong at 2", &format!("wrong at {at}"));
                let page = browser.submit(&room, &source).await;
                let stream = browser.get(&format!("{page}/events")).await;
                service.idle().await;
                let id = page.rsplit('/').next().unwrap().to_owned();
                let judgement = service.app.database.judgement(&id, 1).await.unwrap().unwrap();
                let submission = service.app.database.submission(&id).await.unwrap().unwrap();
                let wait = judgement.shown - submission.created;
                assert!((60_000..61_000).contains(&wait), "{wait}");
                assert!(service.app.database.progress(&id, 1, (0, 0)).await.unwrap().is_empty());
                let early = browser.get(&page).await.text;
                assert!(!early.contains("Wrong answer") && !early.contains("Not accepted"), "{early}");
                publish(service).await;
                let case = browser.get(&format!("{page}/case.json")).await;
                assert_eq!(case.status.as_u16(), 404);
                for path in [page.clone(), format!("/rooms/{room}")] {
                    let answer = browser.get(&path).await;
                    let text = answer.text.replace(&source, "").replace(&id, "");
                    let text = text.replace(&format!("wrong at {at}"), "");
                    let time = judgement.at.to_string();
                    assert!(!text.contains("M.C...F") && !text.contains(&time[..9]) || path != page);
                    assert_eq!(text.contains(&format!("<dd>{at}</dd>")), tells_number && path == page, "{text}");
                    let names: Vec<String> = answer.headers.keys().map(ToString::to_string).collect();
                    seen.push((path == page, text.len(), names, stream.status));
                }
            }
            // Sizes and headers of pages of a kind do not differ.
            seen.sort_by_key(|(is_page, ..)| *is_page);
            assert!(seen[..3].windows(2).all(|two| two[0] == two[1]), "{seen:?}");
            assert!(seen[3..].windows(2).all(|two| two[0] == two[1]), "{seen:?}");
        }
    }

    async fn time_out_ends_judging_in_a_room_that_hides_cases(service: &Service) {
        for (feedback, number) in [("verdict", None), ("number", Some(2))] {
            let (room, invitation) = service.room(&[("feedback", feedback)]).await;
            let mut ann = service.joined(&invitation, "Ann").await;
            for (at, code) in [("loops at 4", "TLE"), ("wrong at 2, loops at 4", "WA")] {
                let page = ann.submit(&room, &WRONG.replace("wrong at 2", at)).await;
                service.idle().await;
                let id = page.rsplit('/').next().unwrap().to_owned();
                let judgement = service.app.database.judgement(&id, 1).await.unwrap().unwrap();
                let summary = Summary::of(judgement.run().unwrap());
                assert_eq!((judgement.verdict.as_str(), summary.counts.run), (code, 4));
                let database = &service.app.database;
                let seen = database.shown_in(&room, judgement.shown - 1).await.unwrap();
                assert!(database.shown_in(&room, judgement.shown).await.unwrap() > seen);
                let room = service.app.database.room(&room).await.unwrap().unwrap();
                let told = summary.shown_under(&room.policy).failing.map(|case| case.number);
                assert_eq!(told, number.map(|two| if code == "WA" { two } else { 4 }));
            }
        }
    }

    async fn every_failure_is_not_accepted_if_only_the_verdict_is_shown(service: &Service) {
        let (room, invitation) = service.room(&[("feedback", "verdict"), ("breaks", "on")]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        let database = &service.app.database;
        let own = database.participants(&room).await.unwrap().remove(0);
        let token = database.make_token_of(&own).await.unwrap();
        let mut owner = service.owner().await;
        let page = ann.submit(&room, WRONG).await;
        service.idle().await;
        publish(service).await;
        let mut seen = std::collections::BTreeSet::new();
        for code in ["WA", "TLE", "MLE", "OLE", "RTE", "SV"] {
            let mut change = database.change().await.unwrap();
            let update = sqlx::query("UPDATE judgements SET verdict = $1").bind(code);
            update.execute(&mut *change).await.unwrap();
            change.commit().await.unwrap();
            let room_page = ann.get(&format!("/rooms/{room}")).await.text;
            let api = service.browser().program(&format!("/api/v1{page}"), &token, None).await.text;
            let own_page = ann.get(&page).await.text;
            assert!(own_page.contains("Not accepted") && room_page.contains("Not accepted"), "{own_page}");
            assert!(api.contains("\"verdict\":\"NA\""), "{api}");
            seen.insert([room_page, api, own_page]);
            let words = crate::words::EN.of("verdict", code);
            assert!(owner.get(&page).await.text.contains(words), "the owner sees {words}");
            let marks = owner.get(&format!("/rooms/{room}/manage")).await.text;
            assert!(marks.contains(&format!(">{code}</a>")), "{marks}");
        }
        assert_eq!(seen.len(), 1, "all failures look the same");
        let mut change = database.change().await.unwrap();
        let update = sqlx::query("UPDATE judgements SET verdict = 'CE'");
        update.execute(&mut *change).await.unwrap();
        change.commit().await.unwrap();
        assert!(ann.get(&page).await.text.contains("Compile error"), "it depends on no case");
    }

    async fn verdict_stays_visible_until_that_of_the_next_revision_is_published(service: &Service) {
        let (room, invitation) = service.room(&[("feedback", "verdict")]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        let page = ann.submit(&room, RIGHT).await;
        service.idle().await;
        publish(service).await;
        service.owner().await.form(&format!("/rooms/{room}/rejudge"), "").await;
        service.idle().await;
        let database = &service.app.database;
        assert_eq!(database.room(&room).await.unwrap().unwrap().revision, 2);
        let id = page.rsplit('/').next().unwrap();
        assert!(database.judgement(id, 2).await.unwrap().unwrap().shown > crate::store::now());
        assert!(ann.get(&page).await.text.contains("Accepted"));
        assert!(ann.get(&format!("/rooms/{room}")).await.text.contains("Accepted"));
    }

    async fn hidden_room_runs_all_cases_and_shows_no_usage(service: &Service) {
        let (room, invitation) = service.room(&[("feedback", "verdict")]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        let mut told = Vec::new();
        for source in [RIGHT, WRONG] {
            let page = ann.submit(&room, source).await;
            service.idle().await;
            let id = page.rsplit('/').next().unwrap().to_owned();
            let judgement = service.app.database.judgement(&id, 1).await.unwrap().unwrap();
            let summary = Summary::of(judgement.run().unwrap());
            assert_eq!(summary.counts.run, 5);
            let room = service.app.database.room(&room).await.unwrap().unwrap();
            told.push(summary.shown_under(&room.policy));
        }
        assert_eq!(told[0], told[1]);
        assert_eq!(told[0].counts, Counts::default());
    }
}
