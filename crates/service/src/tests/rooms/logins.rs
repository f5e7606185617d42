//! The duration of logins, and how logins end.

use axum::http::StatusCode;

use crate::store::host_time_ms;
use crate::tests::support::{Service, TestDatabase, both, execute};

const DAY: i64 = 24 * 3_600_000;

/// Makes all logins appear this many days old.
async fn make_logins_older(service: &Service, days: i64) {
    let created = host_time_ms() - days * DAY;
    execute(
        &service.app.database,
        &format!("UPDATE logins SET created = {created}"),
    )
    .await;
}

both! {
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
