//! The clock is set back. Tests cannot do that, so they set stored times forward.

use axum::http::StatusCode;

use super::support::{On, RIGHT, Service, both};
use crate::store::now;

const HOUR: i64 = 3_600_000;
const YEAR: i64 = 365 * 24 * HOUR;

async fn change(service: &Service, statement: &str, value: i64) {
    let mut change = service.app.database.change().await.unwrap();
    let done = sqlx::query(statement).bind(value).execute(&mut *change);
    done.await.unwrap();
    change.commit().await.unwrap();
}

both! {
    async fn published_verdict_stays_visible_if_the_clock_is_set_back(service: &Service) {
        let (room, invitation) = service.room(&[("feedback", "verdict")]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        let page = ann.submit(&room, RIGHT).await;
        service.idle().await;
        let database = &service.app.database;
        database.publish().await.unwrap();
        assert!(!ann.get(&page).await.text.contains("Accepted"), "its time has not come");
        change(service, "UPDATE judgements SET shown = $1", now() - 1).await;
        database.publish().await.unwrap();
        change(service, "UPDATE judgements SET shown = shown + $1 WHERE shown > 0", HOUR).await;
        assert!(ann.get(&page).await.text.contains("Accepted"));
        // It was published, and the clock was set back before that was stored.
        change(service, "UPDATE judgements SET shown = $1, at = $1", now() + HOUR).await;
        assert!(!ann.get(&page).await.text.contains("Accepted"));
        database.repair_times(now() + HOUR + 1000).await.unwrap();
        assert!(ann.get(&page).await.text.contains("Accepted"));
    }

    async fn pending_verdict_keeps_its_delay_if_the_clock_is_set_back(service: &Service) {
        let (room, invitation) = service.room(&[("feedback", "verdict")]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        let page = ann.submit(&room, RIGHT).await;
        service.idle().await;
        let database = &service.app.database;
        change(service, "UPDATE judgements SET at = at + $1, shown = shown + $1", YEAR).await;
        database.repair_times(0).await.unwrap();
        let id = page.rsplit('/').next().unwrap();
        let wait = database.judgement(id, 1).await.unwrap().unwrap().shown - now();
        assert!((1..=60_000).contains(&wait), "{wait}");
    }

    async fn limit_for_an_hour_holds_for_an_hour_if_the_clock_is_set_back(service: &Service) {
        let (room, invitation) = service.room(&[("per_hour", "2")]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        let pages = [ann.submit(&room, RIGHT).await, ann.submit(&room, RIGHT).await];
        service.idle().await;
        let database = &service.app.database;
        change(service, "UPDATE submissions SET created = created + $1", YEAR).await;
        database.repair_times(0).await.unwrap();
        let mut created = Vec::new();
        for page in &pages {
            let id = page.rsplit('/').next().unwrap();
            created.push(database.submission(id).await.unwrap().unwrap().created);
        }
        assert!(created[0] < created[1] && created[1] <= now(), "the order stays");
        let path = format!("/rooms/{room}/submissions");
        let third = ann.fields(&path, &[("source", RIGHT)]).await;
        assert_eq!(third.status, StatusCode::TOO_MANY_REQUESTS);
        change(service, "UPDATE submissions SET created = created - $1", HOUR).await;
        ann.submit(&room, RIGHT).await;
    }
}
