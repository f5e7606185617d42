//! Logins, and the owner who replaces links, and renames and removes participants.

use axum::http::StatusCode;

use crate::store::{DeclineReason, StoreError, host_time_ms};
use crate::tests::support::{
    RIGHT, Service, TestDatabase, both, eventually, id_of_page, personal_secret,
};

/// The ids of the participants of a room, in the order in which they joined.
async fn ids(service: &Service, room: &str) -> Vec<String> {
    let all = service.app.database.participants(room).await.unwrap();
    all.into_iter().map(|one| one.id).collect()
}

const DAY: i64 = 24 * 3_600_000;

/// Makes all logins appear this many days old.
async fn make_logins_older(service: &Service, days: i64) {
    let created = host_time_ms() - days * DAY;
    let update = format!("UPDATE logins SET created = {created}");
    service.execute(&update).await;
}

both! {
    async fn renewing_an_invitation_makes_the_old_link_invalid(service: &Service) {
        let (room, invitation) = service.room(&[]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        let mut owner = service.owner().await;
        let renewed = owner.form(&format!("/rooms/{room}/invitation"), "").await;
        assert_eq!(renewed.location(), format!("/rooms/{room}/manage"));
        let old = service.browser().form(&format!("/join/{invitation}"), "name=Bo").await;
        assert_eq!(old.status, StatusCode::NOT_FOUND);
        let page = owner.get(renewed.location()).await.text;
        let fresh = page.split("/join/").nth(1).unwrap().split('<').next().unwrap();
        assert_ne!(fresh, invitation);
        service.joined(fresh, "Bo").await;
        assert_eq!(ann.get(&format!("/rooms/{room}")).await.status, StatusCode::OK);
    }

    async fn renamed_participant_keeps_marks_and_cannot_take_the_name_of_another(service: &Service) {
        let (room, invitation) = service.room(&[]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        service.joined(&invitation, "Bo").await;
        service.judged(&mut ann, &room, RIGHT).await;
        let mut owner = service.owner().await;
        let page = format!("/rooms/{room}/people/{}", ids(service, &room).await[0]);
        assert!(owner.get(&page).await.text.contains("value=\"Ann\""));
        for (name, status, reason) in [
            ("b%D0%BE", StatusCode::CONFLICT, "or one that looks like it"),
            ("+", StatusCode::UNPROCESSABLE_ENTITY, "Give a name of 1 to 60"),
        ] {
            let refused = owner.form(&format!("{page}/rename"), &format!("name={name}")).await;
            assert_eq!(refused.status, status);
            assert!(refused.text.contains(reason), "{}", refused.text);
        }
        // Another spelling of one's own name is fine.
        for name in ["ANN", "Anna"] {
            let renamed = owner.form(&format!("{page}/rename"), &format!("name={name}")).await;
            assert_eq!(renamed.status, StatusCode::SEE_OTHER, "{}", renamed.text);
        }
        owner.expect_page(&format!("/rooms/{room}/results/marks.csv"), &["Anna,1728,AC,"]).await;
        assert!(ann.get(&format!("/rooms/{room}")).await.text.contains(">Anna</span>"));
    }

    async fn removed_participant_loses_access_submissions_and_marks(service: &Service) {
        let (room, invitation) = service.room(&[("hacks", "on")]).await;
        let mut browser = service.browser();
        let joined = browser.form(&format!("/join/{invitation}"), "name=Ann").await.text;
        let link = personal_secret(&joined);
        let mut bo = service.joined(&invitation, "Bo").await;
        let accepted = browser.submit(&room, RIGHT).await;
        let kept = service.judged(&mut bo, &room, RIGHT).await;
        let database = &service.app.database;
        let ann = database.participants(&room).await.unwrap().remove(0);
        let mut owner = service.owner().await;
        // The room is being rejudged. One submission is running and one is waiting.
        service.hold_judging();
        owner.form(&format!("/rooms/{room}/rejudge"), "").await;
        service.wait_for_queue((1, 1)).await;
        let running = database.submissions_being_judged(&room).await.unwrap();
        assert!(accepted.ends_with(&running[0]), "the earlier submission runs first");
        let page = format!("/rooms/{room}/people/{}", ann.id);
        assert!(owner.get(&page).await.text.contains("Submissions: 1<"));
        let removed = owner.form(&format!("{page}/remove"), "").await;
        assert_eq!(removed.location(), format!("/rooms/{room}/manage"));
        // The worker must stop judging the removed submission, which is still held.
        eventually("the next task runs", async || {
            let running = database.submissions_being_judged(&room).await.unwrap();
            running.first().is_some_and(|id| kept.ends_with(id.as_str()))
        })
        .await;
        assert_eq!(database.queue_lengths().await.unwrap(), (0, 1));
        service.release_judging();
        service.wait_until_idle().await;
        assert_eq!(browser.get(&format!("/rooms/{room}")).await.status, StatusCode::UNAUTHORIZED);
        let entered = service.browser().form(&format!("/enter/{link}"), "").await;
        assert_eq!(entered.status, StatusCode::NOT_FOUND);
        assert_eq!(owner.get(&accepted).await.status, StatusCode::NOT_FOUND);
        assert_eq!(owner.get(&page).await.status, StatusCode::NOT_FOUND);
        for path in ["manage", "results/marks.csv", "hacks"] {
            owner.expect_page(&format!("/rooms/{room}/{path}"), &["!Ann", "Bo"]).await;
        }
        assert_eq!(database.room(&room).await.unwrap().unwrap().revision, 2, "the revision is applied");
        let mut joined = service.joined(&invitation, "Ann").await;
        assert!(joined.get(&format!("/rooms/{room}")).await.text.contains("You have submitted nothing yet"));
    }

    async fn submission_of_a_removed_participant_is_refused(service: &Service) {
        let (room, [mut ann]) = service.room_with_participants(&[], ["Ann"]).await;
        let page = service.judged(&mut ann, &room, RIGHT).await;
        let database = &service.app.database;
        let submission = database.submission(id_of_page(&page)).await.unwrap().unwrap();
        let own = database.participants(&room).await.unwrap().remove(0);
        database.remove_participant(&own).await.unwrap();
        // The participant was read before the removal, and the submission is stored after it.
        let requires = service.requires().await;
        let refused = database.submit(&submission, &requires).await;
        assert!(matches!(refused, Err(StoreError::Declined(DeclineReason::Removed))));
    }

    async fn replacing_the_owner_link_revokes_the_old_link_and_its_logins(service: &Service) {
        let (room, [mut ann]) = service.room_with_participants(&[], ["Ann"]).await;
        let mut owner = service.owner().await;
        let database = &service.app.database;
        assert!(!database.set_owner_link(&service.owner).await.unwrap());
        assert_eq!(owner.get("/rooms").await.status, StatusCode::OK);
        assert!(database.set_owner_link("another").await.unwrap());
        assert_eq!(owner.get("/rooms").await.status, StatusCode::UNAUTHORIZED);
        let old = format!("/enter/{}", service.owner);
        assert_eq!(service.browser().form(&old, "").await.status, StatusCode::NOT_FOUND);
        assert_eq!(owner.form("/enter/another", "").await.location(), "/rooms");
        assert_eq!(owner.get("/rooms").await.status, StatusCode::OK);
        assert_eq!(ann.get(&format!("/rooms/{room}")).await.status, StatusCode::OK);
    }

    async fn owner_login_expires_after_30_days_and_participant_login_after_180_days(service: &Service) {
        let (room, invitation) = service.room(&[]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        let mut owner = service.owner().await;
        for (days, owner_status, ann_status) in [(29, 200, 200), (31, 401, 200), (181, 401, 401)] {
            make_logins_older(service, days).await;
            assert_eq!(owner.get("/rooms").await.status, owner_status, "{days}");
            assert_eq!(ann.get(&format!("/rooms/{room}")).await.status, ann_status, "{days}");
        }
        // Using one link does not extend logins with another link.
        let mut both = service.owner().await;
        make_logins_older(service, 31).await;
        both.form(&format!("/join/{invitation}"), "name=Bo").await;
        assert_eq!(both.get(&format!("/rooms/{room}")).await.status, 200);
        assert_eq!(both.get("/rooms").await.status, StatusCode::NOT_FOUND);
    }

    async fn link_used_more_than_20_times_ends_the_oldest_login(service: &Service) {
        let mut first = service.owner().await;
        make_logins_older(service, 1).await;
        let mut second = service.owner().await;
        let mut others = Vec::new();
        for _ in 0..18 {
            others.push(service.owner().await);
        }
        assert_eq!(first.get("/rooms").await.status, StatusCode::OK);
        others.push(service.owner().await);
        assert_eq!(first.get("/rooms").await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(second.get("/rooms").await.status, StatusCode::OK);
        assert_eq!(others[18].get("/rooms").await.status, StatusCode::OK);
    }
}
