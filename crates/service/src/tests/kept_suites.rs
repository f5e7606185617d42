//! Submissions keep the suites on which they were judged, unless the owner rejudges all.

use super::hacks::{CASE, hit, taken};
use super::support::{On, RIGHT, Service, both, id_of_page};
use crate::store::{Policy, StoredJudgement};

/// The number of cases of a judgement.
fn case_count(judgement: &StoredJudgement) -> usize {
    let run = judgement.run().unwrap();
    run.judgement(0).unwrap().cases.len()
}

/// Changes the suites of a room.
async fn set_suites(service: &Service, room: &str, suites: &[&str]) {
    let database = &service.app.database;
    let room = database.room(room).await.unwrap().unwrap();
    let policy = Policy {
        suites: suites.iter().map(|suite| (*suite).to_owned()).collect(),
        ..room.policy.0
    };
    database
        .set_room(&room.id, &room.name, &policy)
        .await
        .unwrap();
}

both! {
    async fn hack_rejudges_each_submission_on_its_own_suites(service: &Service) {
        let (room, [mut ann]) = service.room_of(&[("suites", "regressions"), ("hacks", "on")], ["Ann"]).await;
        let breakable = ann.submit(&room, &RIGHT.replace("return 1", "return 'breakable'")).await;
        let right = ann.submit(&room, RIGHT).await;
        service.idle().await;
        let database = &service.app.database;
        let before = database.judgement(id_of_page(&right), 1).await.unwrap().unwrap();
        set_suites(service, &room, &["samples"]).await;
        let hack = taken(service, &room, id_of_page(&breakable)).await;
        assert_eq!(hit(service, hack, CASE).await, "hit");
        service.work().await;
        let after = database.judgement(id_of_page(&right), 2).await.unwrap().unwrap();
        assert_eq!(case_count(&after), case_count(&before) + 1);
        // A new submission has the new suites.
        let new = ann.submit(&room, RIGHT).await;
        service.work().await;
        let new = database.judgement(id_of_page(&new), 2).await.unwrap().unwrap();
        assert!(case_count(&new) < case_count(&before));
        database.remove_unused().await.unwrap();
        let text = ann.get(&right).await.text;
        assert!(text.contains("<dt>Suites</dt><dd>samples, regressions</dd>"), "{text}");
    }

    async fn submission_judged_again_after_a_failure_keeps_its_suites(service: &Service) {
        let (room, [mut ann]) = service.room_of(&[("suites", "regressions")], ["Ann"]).await;
        service.hold();
        let page = ann.submit(&room, RIGHT).await;
        let mut owner = service.owner().await;
        owner.form(&format!("{page}/cancel"), "").await;
        set_suites(service, &room, &["samples"]).await;
        service.release();
        owner.form(&format!("{page}/again"), "").await;
        service.idle().await;
        let text = ann.get(&page).await.text;
        assert!(text.contains("<dt>Suites</dt><dd>samples, regressions</dd>"), "{text}");
    }
}
