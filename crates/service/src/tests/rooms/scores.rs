//! The scoreboard.

use axum::http::StatusCode;

use crate::tests::support::{RIGHT, Service, TestDatabase, WRONG, both, execute};

both! {
    async fn scoreboard_ranks_by_solved_problems_then_by_penalty(service: &Service) {
        let (room, [mut ann, mut bo, _]) = service.room_with_participants(&[("scoreboard", "always")], ["Ann", "Bo", "Cy"]).await;
        ann.submit(&room, WRONG).await;
        ann.submit(&room, RIGHT).await;
        bo.submit(&room, RIGHT).await;
        service.wait_until_idle().await;
        let database = &service.app.database;
        execute(database, "UPDATE rooms SET created = 0").await;
        execute(database, "UPDATE submissions SET created = CASE WHEN source LIKE '%wrong%' THEN 240000 ELSE 300000 END").await;
        let page = bo.get(&format!("/rooms/{room}/scores")).await.text;
        let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}: {page}"));
        assert!(at(">Bo</th>") < at(">Ann</th>") && at(">Ann</th>") < at(">Cy</th>"), "{page}");
        assert!(page.contains("+1 · 5′") && page.contains(">25</td>"), "{page}");
        assert!(page.contains("class=\"self\""), "{page}");
    }

    async fn scoreboard_is_shown_as_the_owner_chose(service: &Service) {
        for (scoreboard, before, after) in [("none", 404, 404), ("solved", 404, 200), ("always", 200, 200)] {
            let (room, [mut ann]) = service.room_with_participants(&[("scoreboard", scoreboard)], ["Ann"]).await;
            let (page, path) = (format!("/rooms/{room}"), format!("/rooms/{room}/scores"));
            for (status, solves) in [(before, true), (after, false)] {
                assert_eq!(ann.get(&path).await.status.as_u16(), status, "{scoreboard}");
                assert_eq!(ann.get(&page).await.text.contains(&path), status == 200, "{scoreboard}");
                if solves {
                    ann.submit(&room, RIGHT).await;
                    service.wait_until_idle().await;
                }
            }
            assert_eq!(service.owner().await.get(&path).await.status, StatusCode::OK);
        }
    }

    async fn scoreboard_of_a_hidden_room_shows_published_verdicts_only(service: &Service) {
        let fields = [("scoreboard", "always"), ("feedback", "verdict")];
        let (room, [mut ann]) = service.room_with_participants(&fields, ["Ann"]).await;
        ann.submit(&room, RIGHT).await;
        service.wait_until_idle().await;
        let path = format!("/rooms/{room}/scores");
        assert!(!ann.get(&path).await.text.contains("badge good\">0"));
        assert!(service.owner().await.get(&path).await.text.contains("badge good\">0′"));
        execute(&service.app.database, "UPDATE judgements SET shown = 0").await;
        assert!(ann.get(&path).await.text.contains("badge good\">0′"));
    }
}
