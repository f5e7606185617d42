//! Rejudging of rooms and of single submissions. A submission keeps its suites unless the owner
//! rejudges the entire room.

use axum::http::StatusCode;
use std::time::Duration;

use super::hacks::{CASE, breakable_source, claimed_hack, complete_hack};
use super::support::{RIGHT, Service, WRONG, both};

/// The number of cases on which a submission was judged.
async fn case_count(service: &Service, page: &str) -> usize {
    let report = service.run_report(page).await;
    report.judgement(0).unwrap().cases.len()
}

/// Leaves a room only the suite with the samples.
async fn choose_samples_only(service: &Service, room: &str) {
    let fields = [
        ("name", "Room"),
        ("problems", "1728"),
        ("suites", "samples"),
        ("hacks", "on"),
    ];
    let updated = service
        .owner
        .fields(&format!("/rooms/{room}/settings"), &fields)
        .await;
    updated.expect(StatusCode::SEE_OTHER, &[]);
}

both! {
    async fn revision_takes_effect_when_all_submissions_are_judged(service: &Service) {
        let (room, [ann]) = service.room_with_participants(&[], ["Ann"]).await;
        let first = ann.submit(&room, RIGHT).await;
        service.judged(&ann, &room, WRONG).await;
        service.hold_judging();
        service.owner.form(&format!("/rooms/{room}/rejudge"), "").await;
        assert_eq!(service.stored_room(&room).await.revision, 1);
        assert!(ann.get(&first).await.text.contains("Accepted"));
        service.owner.form(&format!("/rooms/{room}/cancel"), "").await;
        service.release_judging();
        service.wait_until_idle().await;
        assert_eq!(service.stored_room(&room).await.revision, 1);
        service.owner.form(&format!("/rooms/{room}/rejudge"), "").await;
        service.wait_until_idle().await;
        let after = service.stored_room(&room).await;
        assert_eq!(after.revision, 3, "the number of the cancelled revision is not used again");
        let all = service.database.current_judgements(&after).await.unwrap();
        assert_eq!(all.len(), 2);
        let count = service.count("SELECT COUNT(*) FROM judgements WHERE revision = 3");
        assert_eq!(count.await, 2, "all of them were judged again");
        assert!(ann.get(&first).await.text.contains("Accepted"));
    }

    async fn cancelled_submission_is_judged_again_on_its_own_suites(service: &Service) {
        let (room, [ann]) = service.room_with_participants(&[("suites", "regressions")], ["Ann"]).await;
        service.hold_judging();
        let pages = [ann.submit(&room, RIGHT).await, ann.submit(&room, WRONG).await];
        service.wait_for_queue((1, 1)).await;
        for page in &pages {
            assert_eq!(ann.form(&format!("{page}/cancel"), "").await.status, StatusCode::NOT_FOUND);
            let action = format!("{page}/cancel\"");
            assert!(service.owner.get("/queue").await.text.contains(&action));
            assert!(service.owner.get(page).await.text.contains(&action));
            let cancelled = service.owner.form(&format!("{page}/cancel"), "").await;
            assert_eq!(cancelled.location(), "/queue");
        }
        service.release_judging();
        for page in &pages {
            ann.expect_page(page, &["Cancelled by the owner"]).await;
        }
        service.owner.expect_page(&format!("/rooms/{room}/results/marks.csv"), &["Ann,1728,,,2"]).await;
        let cancelled = "the owner has cancelled the judging of this submission";
        service.owner.expect_page(&format!("/rooms/{room}/results/json"), &[cancelled, "!\"expected\""]).await;
        choose_samples_only(service, &room).await;
        for page in &pages {
            service.owner.form(&format!("{page}/again"), "").await;
        }
        service.wait_until_idle().await;
        for page in &pages {
            // A verdict cannot be cancelled.
            service.owner.form(&format!("{page}/cancel"), "").await;
            service.owner.form(&format!("{page}/again"), "").await;
        }
        ann.expect_page(&pages[0], &["Accepted", "Suites: samples, regressions</span>"]).await;
        ann.expect_page(&pages[1], &["Wrong answer"]).await;
        // The hacks against a submission are cancelled with the submission, and when the room
        // closes.
        for path in [format!("{}/cancel", pages[0]), format!("/rooms/{room}/close")] {
            let (task, hack) = claimed_hack(service, &room, &pages[0], CASE).await;
            assert!(service.owner.get("/queue").await.text.contains(">Hack</a>"));
            assert!(service.database.renew_lease(&task, Duration::from_mins(1)).await.unwrap());
            service.owner.form(&path, "to=closed").await;
            assert!(!service.database.renew_lease(&task, Duration::from_mins(1)).await.unwrap(), "the worker stops: {path}");
            assert_eq!(service.database.hack(&hack.id).await.unwrap().unwrap().state, "cancelled");
        }
        assert!(ann.get(&pages[0]).await.text.contains("Accepted"));
    }

    async fn failure_of_the_judge_is_not_a_verdict(service: &Service) {
        let (room, [ann]) = service.room_with_participants(&[], ["Ann"]).await;
        let page = service.judged(&ann, &room, &format!("{RIGHT}# lost")).await;
        let text = ann.expect_page(&page, &["Judge failed", "the host is gone"]).await;
        let named = "server: the host is gone";
        assert!(!text.contains(named), "participants do not see workers: {text}");
        assert!(service.owner.get(&page).await.text.contains(named));
        let page = service.judged(&ann, &room, &format!("{RIGHT}# absent")).await;
        // Participants do not see paths and commands of the server.
        let missing = "Python 3 is not available on this server; ask its owner to install it";
        ann.expect_page(&page, &[missing, "!/usr/bin", "!mousetrap setup"]).await;
    }

    async fn hack_rejudges_each_submission_on_its_own_suites(service: &Service) {
        let (room, [ann]) = service.room_with_participants(&[("suites", "regressions"), ("hacks", "on")], ["Ann"]).await;
        let breakable = ann.submit(&room, &breakable_source()).await;
        let right = service.judged(&ann, &room, RIGHT).await;
        let before = case_count(service, &right).await;
        choose_samples_only(service, &room).await;
        let hack = claimed_hack(service, &room, &breakable, CASE).await;
        assert_eq!(complete_hack(service, hack).await, "hit");
        service.judge_waiting().await;
        assert_eq!(case_count(service, &right).await, before + 1);
        // A new submission has the new suites.
        let new = ann.submit(&room, RIGHT).await;
        service.judge_waiting().await;
        assert!(case_count(service, &new).await < before);
        service.database.remove_unused_requirements_and_suites().await.unwrap();
        ann.expect_page(&right, &["Suites: samples, regressions</span>"]).await;
    }
}
