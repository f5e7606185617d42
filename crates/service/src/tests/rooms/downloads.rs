//! Results of a room as files.

use crate::tests::support::{On, RIGHT, Service, WRONG, both, execute, id_of_page};

both! {
    async fn results_are_downloaded_as_reports(service: &Service) {
        let (room, [mut ann]) = service.room_of(&[], ["Ann"]).await;
        ann.submit(&room, RIGHT).await;
        ann.submit(&room, WRONG).await;
        service.idle().await;
        let mut owner = service.owner().await;
        let json = owner.get(&format!("/rooms/{room}/results/json")).await.text;
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["submissions"].as_array().unwrap().len(), 2, "{json}");
        let marks = owner.get(&format!("/rooms/{room}/results/marks.csv")).await;
        let rows: Vec<&str> = marks.text.lines().collect();
        assert!(rows[1].starts_with("Ann,1728,AC,20") && rows[1].contains("Z,1,"), "{rows:?}");
        assert_eq!(marks.headers["content-disposition"], "attachment");
        let html = owner.get(&format!("/rooms/{room}/results/html")).await.text;
        assert!(html.contains("M.C...F") && html.contains("<h1>Room · Mousetrap report</h1>"));
        assert!(html.contains("1 not, 0 skipped · 7 runs</p>"), "{html}");
        for text in [html, json.to_string()] {
            // There was no run, so no command repeats it.
            assert!(!text.contains("--all-cases") && !text.contains("runs in"), "{text}");
        }
        assert!(json["wall_us"].is_null(), "{json}");
    }

    async fn damaged_judgement_hides_no_other_result_of_its_room(service: &Service) {
        let (room, [mut ann]) = service.room_of(&[], ["Ann"]).await;
        let right = ann.submit(&room, RIGHT).await;
        ann.submit(&room, WRONG).await;
        service.idle().await;
        let damage = "UPDATE judgements SET run = '{' WHERE submission";
        let damage = format!("{damage} = '{}'", id_of_page(&right));
        execute(&service.app.database, &damage).await;
        let mut owner = service.owner().await;
        let answer = owner.get(&format!("/rooms/{room}/results/json")).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        let json: serde_json::Value = serde_json::from_str(&answer.text).unwrap();
        let outcome = |index: usize| &json["submissions"][index]["outcome"];
        let failed = outcome(0)["failed"]["text"].as_str().unwrap();
        assert!(failed.contains("the stored judgement is damaged"), "{json}");
        assert_eq!(outcome(1)["judged"]["verdict"], "WA", "{json}");
        let page = ann.get(&right).await;
        assert_eq!(page.status, 200, "{}", page.text);
    }
}
