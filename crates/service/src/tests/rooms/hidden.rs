//! A room that hides its cases says nothing of them, in any answer.

use crate::summary::{Counts, Summary};

use crate::tests::support::{On, RIGHT, Service, WRONG, both};

both! {
    async fn answers_are_the_same_whichever_case_was_failed(service: &Service) {
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
                assert_eq!(judgement.shown % 5000, 0, "verdicts come on a tick");
                assert!(service.app.database.progress(&id, 1, (0, 0)).await.unwrap().is_empty());
                let left = judgement.shown - crate::store::now();
                let early = browser.get(&page).await.text;
                if left > 1000 {
                    assert!(!early.contains("Wrong answer"));
                }
                tokio::time::sleep(std::time::Duration::from_millis(left.max(0) as u64 + 1)).await;
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

    async fn a_time_out_ends_judging_and_not_when_tells_where(service: &Service) {
        for (feedback, number) in [("verdict", None), ("number", Some(2))] {
            let (room, invitation) = service.room(&[("feedback", feedback)]).await;
            let mut ann = service.joined(&invitation, "Ann").await;
            for (at, code) in [("loops at 4", "TLE"), ("wrong at 2, loops at 4", "WA")] {
                let page = ann.submit(&room, &WRONG.replace("wrong at 2", at)).await;
                let before = crate::store::now();
                service.idle().await;
                let id = page.rsplit('/').next().unwrap().to_owned();
                let judgement = service.app.database.judgement(&id, 1).await.unwrap().unwrap();
                let summary = Summary::of(judgement.run().unwrap());
                assert_eq!((judgement.verdict.as_str(), summary.counts.run), (code, 4));
                let database = &service.app.database;
                let seen = database.shown_in(&room, judgement.shown - 1).await.unwrap();
                assert!(database.shown_in(&room, judgement.shown).await.unwrap() > seen);
                // Whichever case it was, the end of the time that all may take is waited for.
                let waits = judgement.shown - before;
                assert_eq!(waits >= 180_000, feedback == "verdict", "{waits}");
                let room = service.app.database.room(&room).await.unwrap().unwrap();
                let told = summary.shown_under(&room.policy).failing.map(|case| case.number);
                assert_eq!(told, number.map(|two| if code == "WA" { two } else { 4 }));
            }
        }
    }

    async fn all_cases_are_run_and_neither_time_nor_memory_is_told(service: &Service) {
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
