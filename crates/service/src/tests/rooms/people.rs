//! Logins, and the owner who replaces links, and renames and removes participants.

use axum::http::StatusCode;

use crate::store::{DeclineReason, HOUR_MS, StoreError, host_time_ms};
use crate::tests::support::{
    OWNER_SECRET, RIGHT, Service, both, eventually, personal_secret, submission,
};

/// Makes all logins appear this many days old.
async fn make_logins_older(service: &Service, days: i64) {
    let created = host_time_ms() - days * 24 * HOUR_MS;
    service
        .execute(&format!("UPDATE logins SET created = {created}"))
        .await;
}

both! {
    async fn renewing_an_invitation_makes_the_old_link_invalid(service: &Service) {
        let (room, invitation) = service.room(&[]).await;
        let ann = service.joined(&invitation, "Ann").await;
        let renewed = service.owner.form(&format!("/rooms/{room}/invitation"), "").await;
        assert_eq!(renewed.location(), format!("/rooms/{room}/manage"));
        let old = service.browser().form(&format!("/join/{invitation}"), "name=Bo").await;
        assert_eq!(old.status, StatusCode::NOT_FOUND);
        let page = service.owner.get(renewed.location()).await.text;
        let fresh = page.split("/join/").nth(1).unwrap().split('<').next().unwrap();
        assert_ne!(fresh, invitation);
        service.joined(fresh, "Bo").await;
        assert_eq!(ann.get(&format!("/rooms/{room}")).await.status, StatusCode::OK);
    }

    async fn renamed_participant_keeps_marks_and_cannot_take_the_name_of_another(service: &Service) {
        let (room, [ann, _]) = service.room_with_participants(&[], ["Ann", "Bo"]).await;
        service.judged(&ann, &room, RIGHT).await;
        let id = service.database.participants(&room).await.unwrap().remove(0).id;
        let page = format!("/rooms/{room}/people/{id}");
        assert!(service.owner.get(&page).await.text.contains("value=\"Ann\""));
        for (name, status, reason) in [
            ("b%D0%BE", StatusCode::CONFLICT, "or one that looks like it"),
            ("+", StatusCode::UNPROCESSABLE_ENTITY, "Give a name of 1 to 60"),
        ] {
            let refused = service.owner.form(&format!("{page}/rename"), &format!("name={name}")).await;
            refused.expect(status, &[reason]);
        }
        // Another spelling of one's own name is fine.
        for name in ["ANN", "Anna"] {
            let renamed = service.owner.form(&format!("{page}/rename"), &format!("name={name}")).await;
            renamed.expect(StatusCode::SEE_OTHER, &[]);
        }
        service.owner.expect_page(&format!("/rooms/{room}/results/marks.csv"), &["Anna,1728,AC,"]).await;
        assert!(ann.get(&format!("/rooms/{room}")).await.text.contains(">Anna</span>"));
    }

    async fn removed_participant_loses_access_submissions_and_marks(service: &Service) {
        let (room, invitation) = service.room(&[("hacks", "on")]).await;
        let browser = service.browser();
        let joined = browser.form(&format!("/join/{invitation}"), "name=Ann").await.text;
        let link = personal_secret(&joined);
        let bo = service.joined(&invitation, "Bo").await;
        let accepted = browser.submit(&room, RIGHT).await;
        let kept = service.judged(&bo, &room, RIGHT).await;
        let ann = service.database.participants(&room).await.unwrap().remove(0);
        // The room is being rejudged. One submission is running and one is waiting.
        service.hold_judging();
        service.owner.form(&format!("/rooms/{room}/rejudge"), "").await;
        service.wait_for_queue((1, 1)).await;
        let running = service.submissions_being_judged(&room).await;
        assert!(accepted.ends_with(&running[0]), "the earlier submission runs first");
        let page = format!("/rooms/{room}/people/{}", ann.id);
        assert!(service.owner.get(&page).await.text.contains("Submissions: 1<"));
        let removed = service.owner.form(&format!("{page}/remove"), "").await;
        assert_eq!(removed.location(), format!("/rooms/{room}/manage"));
        // The worker must stop judging the removed submission, which is still held.
        eventually("the next task runs", async || {
            let running = service.submissions_being_judged(&room).await;
            running.first().is_some_and(|id| kept.ends_with(id.as_str()))
        })
        .await;
        assert_eq!(service.database.queue_lengths().await.unwrap(), (0, 1));
        service.release_judging();
        service.wait_until_idle().await;
        assert_eq!(browser.get(&format!("/rooms/{room}")).await.status, StatusCode::UNAUTHORIZED);
        let entered = service.browser().form(&format!("/enter/{link}"), "").await;
        assert_eq!(entered.status, StatusCode::NOT_FOUND);
        assert_eq!(service.owner.get(&accepted).await.status, StatusCode::NOT_FOUND);
        assert_eq!(service.owner.get(&page).await.status, StatusCode::NOT_FOUND);
        for path in ["manage", "results/marks.csv", "hacks"] {
            service.owner.expect_page(&format!("/rooms/{room}/{path}"), &["!Ann", "Bo"]).await;
        }
        assert_eq!(service.stored_room(&room).await.revision, 2, "the revision is applied");
        let joined = service.joined(&invitation, "Ann").await;
        assert!(joined.get(&format!("/rooms/{room}")).await.text.contains("You have submitted nothing yet"));
    }

    async fn submission_of_a_removed_participant_is_refused(service: &Service) {
        let (room, _) = service.room_with_participants(&[], ["Ann"]).await;
        let own = service.database.participants(&room).await.unwrap().remove(0);
        service.database.remove_participant(&own).await.unwrap();
        // The participant was read before the removal, and the submission is stored after it.
        let submission = submission(&room, &own.id, RIGHT);
        let refused = service.database.submit(&submission, "").await;
        assert!(matches!(refused, Err(StoreError::Declined(DeclineReason::Removed))));
    }

    async fn replacing_the_owner_link_revokes_the_old_link_and_its_logins(service: &Service) {
        let (room, [ann]) = service.room_with_participants(&[], ["Ann"]).await;
        assert!(!service.database.set_owner_link(OWNER_SECRET).await.unwrap());
        assert_eq!(service.owner.get("/rooms").await.status, StatusCode::OK);
        assert!(service.database.set_owner_link("another").await.unwrap());
        assert_eq!(service.owner.get("/rooms").await.status, StatusCode::UNAUTHORIZED);
        let old = format!("/enter/{OWNER_SECRET}");
        assert_eq!(service.browser().form(&old, "").await.status, StatusCode::NOT_FOUND);
        assert_eq!(service.owner.form("/enter/another", "").await.location(), "/rooms");
        assert_eq!(service.owner.get("/rooms").await.status, StatusCode::OK);
        assert_eq!(ann.get(&format!("/rooms/{room}")).await.status, StatusCode::OK);
    }

    async fn owner_login_expires_after_30_days_and_participant_login_after_180_days(service: &Service) {
        let (room, invitation) = service.room(&[]).await;
        let ann = service.joined(&invitation, "Ann").await;
        for (days, owner_status, ann_status) in [(29, 200, 200), (31, 401, 200), (181, 401, 401)] {
            make_logins_older(service, days).await;
            assert_eq!(service.owner.get("/rooms").await.status, owner_status, "{days}");
            assert_eq!(ann.get(&format!("/rooms/{room}")).await.status, ann_status, "{days}");
        }
        // Using one link does not extend logins with another link.
        let both = service.owner_login().await;
        make_logins_older(service, 31).await;
        both.form(&format!("/join/{invitation}"), "name=Bo").await;
        assert_eq!(both.get(&format!("/rooms/{room}")).await.status, 200);
        assert_eq!(both.get("/rooms").await.status, StatusCode::NOT_FOUND);
    }

    async fn link_used_more_than_20_times_ends_the_oldest_login(service: &Service) {
        make_logins_older(service, 1).await;
        let mut others = Vec::new();
        for _ in 0..19 {
            others.push(service.owner_login().await);
        }
        assert_eq!(service.owner.get("/rooms").await.status, StatusCode::OK);
        others.push(service.owner_login().await);
        assert_eq!(service.owner.get("/rooms").await.status, StatusCode::UNAUTHORIZED);
        for at in [0, 19] {
            assert_eq!(others[at].get("/rooms").await.status, StatusCode::OK);
        }
    }
}
