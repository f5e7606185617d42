//! The pages and downloads of the owner, and the scoreboard.

use axum::http::StatusCode;

use crate::tests::support::{RIGHT, Service, WRONG, both, id_of_page, personal_secret};

both! {
    async fn removed_problem_keeps_its_marks(service: &Service) {
        let (room, [ann]) = service.room_with_participants(&[("problems", "913")], ["Ann"]).await;
        let accepted = ann.submit(&room, RIGHT).await;
        service.judged(&ann, &room, WRONG).await;
        let left = [("name", "R"), ("problems", "913"), ("suites", "samples")];
        service.owner.fields(&format!("/rooms/{room}/settings"), &left).await;
        let heads = "<th aria-sort=\"none\">913</th><th aria-sort=\"none\">1728</th>";
        let solved_by = "Solved by</th><td></td><td data-label=\"913\">0 / 1</td><td data-label=\"1728\">1 / 1</td>";
        let shown = [heads, ">AC</a>", &format!("href=\"{accepted}\""), "×2", solved_by];
        service.owner.expect_page(&format!("/rooms/{room}/manage"), &shown).await;
        let marks = service.owner.expect_page(&format!("/rooms/{room}/results/marks.csv"), &["Ann,1728,AC,"]).await;
        let id = &service.database.participants(&room).await.unwrap()[0].id;
        assert!(marks.lines().skip(1).all(|row| row.ends_with(id.as_str())), "{marks}");
    }

    async fn points_by_group_are_shown_unless_cases_are_hidden(service: &Service) {
        let groups = ["<h2 id=\"points\">Points</h2>", "warn\">samples 0/10", "good\">regressions 10/10"];
        for (feedback, ann_sees) in [("case", &groups[..]), ("verdict", &["!\"points\""])] {
            let suites = ("suites", "regressions");
            let fields = [("suites", "samples"), suites, ("feedback", feedback)];
            let (room, [ann, bo]) = service.room_with_participants(&fields, ["Ann", "Bo"]).await;
            service.judged(&bo, &room, RIGHT).await;
            let page = service.judged(&ann, &room, WRONG).await;
            // The worse submission does not replace the better one.
            service.judged(&ann, &room, &WRONG.replace("wrong at 2", "wrong at 2, loops at 3")).await;
            service.execute("UPDATE judgements SET shown = 0").await;
            ann.expect_page(&page, ann_sees).await;
            let owner = &service.owner;
            owner.expect_page(&page, &groups).await;
            owner.expect_page(&format!("/rooms/{room}/manage"), &["Points 10/20", "!20/20"]).await;
            let marks = owner.get(&format!("/rooms/{room}/results/marks.csv")).await.text;
            for (name, points) in [("Ann,", ",2,10,"), ("Bo,", ",1,20,")] {
                let row = marks.lines().find(|row| row.starts_with(name)).unwrap();
                assert!(row.contains(points), "{marks}");
            }
            let html = owner.get(&format!("/rooms/{room}/results/html")).await.text;
            assert!(html.contains("title=\"samples 0/10, regressions 10/10\">10/20"), "{html}");
            // An accepted submission from before points were stored does not get those of another.
            service.execute("UPDATE judgements SET award = '' WHERE verdict = 'AC'").await;
            service.judged(&bo, &room, WRONG).await;
            service.execute("UPDATE judgements SET shown = 0").await;
            let marks = owner.get(&format!("/rooms/{room}/results/marks.csv")).await.text;
            let row = marks.lines().find(|row| row.starts_with("Bo,")).unwrap();
            assert!(row.contains(",AC,") && row.contains(",2,,"), "{marks}");
        }
    }

    async fn owner_sees_similar_code(service: &Service) {
        let (room, [ann, bo, cy]) = service.room_with_participants(&[], ["Ann", "Bo", "Cy"]).await;
        ann.submit(&room, RIGHT).await;
        bo.submit(&room, &RIGHT.replace("a, b, c", "x, y, z")).await;
        service.judged(&cy, &room, WRONG).await;
        let shown = ["identical except for names", ">Ann</a>, <a", "!>Cy</a>"];
        service.owner.expect_page(&format!("/rooms/{room}/similar"), &shown).await;
    }

    async fn token_needs_a_name_and_a_scope(service: &Service) {
        service.owner.expect_page("/tokens", &["the metrics"]).await;
        for (form, reason, kept) in [
            ("name=ci", "Choose at least one thing", "value=\"ci\""),
            ("name=ci&scope=all", "Choose at least one thing", "value=\"ci\""),
            ("name=+&scope=judge", "Give a name of 1 to 60", "value=\"judge\" checked"),
        ] {
            let refused = service.owner.form("/tokens", form).await;
            refused.expect(StatusCode::UNPROCESSABLE_ENTITY, &[reason, kept]);
        }
        assert!(service.database.tokens().await.unwrap().is_empty());
        let made = service.owner.form("/tokens", "name=ci&scope=judge").await;
        made.expect(StatusCode::OK, &["id=\"fresh\""]);
        assert_eq!(service.database.tokens().await.unwrap()[0].scopes, "judge");
        let odd = service.owner.form("/tokens/remove", "x=1").await;
        odd.expect(StatusCode::UNPROCESSABLE_ENTITY, &["Load the page again"]);
    }

    async fn owner_renames_a_room_and_replaces_a_lost_link(service: &Service) {
        let (room, invitation) = service.room(&[]).await;
        let joined = service.browser().form(&format!("/join/{invitation}"), "name=Ann").await.text;
        let id = service.database.participants(&room).await.unwrap()[0].id.clone();
        let page = service.owner.form(&format!("/rooms/{room}/link"), &format!("participant={id}")).await.text;
        let (old, new) = (personal_secret(&joined), personal_secret(&page));
        assert_eq!(service.browser().get(&format!("/enter/{old}")).await.status, StatusCode::NOT_FOUND);
        let browser = service.browser();
        assert_eq!(browser.get(&format!("/enter/{new}")).await.status, StatusCode::OK);
        browser.log_in(&new).await;
        let fields = [("name", "Monday"), ("problems", "1728"), ("suites", "samples")];
        service.owner.fields(&format!("/rooms/{room}/settings"), &fields).await;
        assert!(browser.get(&format!("/rooms/{room}")).await.text.contains("<h1>Monday</h1>"));
    }

    async fn closing_a_room_twice_changes_nothing(service: &Service) {
        let (room, _) = service.room(&[]).await;
        let (close, manage) = (format!("/rooms/{room}/close"), format!("/rooms/{room}/manage"));
        for (to, shown) in [("closed", "Closed"), ("closed", "Closed"), ("open", "Open"), ("open", "Open")] {
            service.owner.form(&close, &format!("to={to}")).await;
            let next = if to == "open" { "closed" } else { "open" };
            let shown = [format!("\">{shown}</span>"), format!("name=\"to\" value=\"{next}\"")];
            service.owner.expect_page(&manage, &shown.each_ref().map(String::as_str)).await;
        }
        assert!(service.owner.form(&close, "").await.text.contains(&crate::texts::EN["odd_form"]));
        assert!(service.owner.get(&manage).await.text.contains(">Open</span>"));
    }

    async fn room_that_opens_later_shows_its_time(service: &Service) {
        let (room, invitation) = service.room(&[("opens", "2090-01-02T10:00"), ("closes", "2090-01-02T12:00")]).await;
        let ann = service.joined(&invitation, "Ann").await;
        let notice = "Not open yet";
        service.owner.expect_page(&format!("/rooms/{room}/manage"), &[notice]).await;
        service.owner.expect_page("/rooms", &[notice]).await;
        ann.expect_page(&format!("/rooms/{room}"), &[notice]).await;
        let opens = "datetime=\"2090-01-02T10:00:00Z\"";
        service.browser().expect_page(&format!("/join/{invitation}"), &[notice, opens]).await;
    }

    async fn results_are_downloaded_as_reports(service: &Service) {
        let (room, [ann]) = service.room_with_participants(&[], ["Ann"]).await;
        let right = ann.submit(&room, RIGHT).await;
        service.judged(&ann, &room, WRONG).await;
        let json = service.owner.get(&format!("/rooms/{room}/results/json")).await.text;
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["submissions"].as_array().unwrap().len(), 2, "{json}");
        let marks = service.owner.get(&format!("/rooms/{room}/results/marks.csv")).await;
        let rows: Vec<&str> = marks.text.lines().collect();
        assert!(rows[1].starts_with("Ann,1728,AC,20") && rows[1].contains("Z,2,"), "{rows:?}");
        assert_eq!(marks.headers["content-disposition"], "attachment");
        let shown = ["M.C...F", "<h1>Room · Mousetrap report</h1>", "1 rejected, 0 skipped · 7 runs</p>"];
        let html = service.owner.expect_page(&format!("/rooms/{room}/results/html"), &shown).await;
        for text in [html, json.to_string()] {
            // There was no run on the command line, so the report suggests no command that repeats
            // the run.
            assert!(!text.contains("--all-cases") && !text.contains("runs in"), "{text}");
        }
        assert!(json["wall_us"].is_null(), "{json}");
        // A damaged judgement hides no other result of its room.
        let damage = format!("UPDATE judgements SET run = '{{' WHERE submission = '{}'", id_of_page(&right));
        service.execute(&damage).await;
        let json = service.owner.get(&format!("/rooms/{room}/results/json")).await.text;
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let outcome = |index: usize| &json["submissions"][index]["outcome"];
        let failed = outcome(0)["failed"]["text"].as_str().unwrap();
        assert!(failed.contains("the stored judgement is damaged"), "{json}");
        assert_eq!(outcome(1)["judged"]["verdict"], "WA", "{json}");
        assert_eq!(ann.get(&right).await.status, StatusCode::OK);
    }

    async fn scoreboard_ranks_by_solved_problems_then_by_penalty(service: &Service) {
        let (room, [ann, bo, _]) = service.room_with_participants(&[("scoreboard", "always")], ["Ann", "Bo", "Cy"]).await;
        ann.submit(&room, WRONG).await;
        ann.submit(&room, RIGHT).await;
        service.judged(&bo, &room, RIGHT).await;
        service.execute("UPDATE rooms SET created = 0").await;
        service.execute("UPDATE submissions SET created = CASE WHEN source LIKE '%wrong%' THEN 240000 ELSE 300000 END").await;
        let page = bo.get(&format!("/rooms/{room}/scores")).await.text;
        let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}: {page}"));
        assert!(at(">Bo</th>") < at(">Ann</th>") && at(">Ann</th>") < at(">Cy</th>"), "{page}");
        assert!(page.contains("+1 · 5′") && page.contains(">25</td>"), "{page}");
        assert!(page.contains("class=\"self\""), "{page}");
    }

    async fn scoreboard_is_shown_as_the_owner_chose(service: &Service) {
        for (scoreboard, before, after) in [("none", 404, 404), ("solved", 404, 200), ("always", 200, 200)] {
            let (room, [ann]) = service.room_with_participants(&[("scoreboard", scoreboard)], ["Ann"]).await;
            let (page, path) = (format!("/rooms/{room}"), format!("/rooms/{room}/scores"));
            for (status, solves) in [(before, true), (after, false)] {
                assert_eq!(ann.get(&path).await.status.as_u16(), status, "{scoreboard}");
                assert_eq!(ann.get(&page).await.text.contains(&path), status == 200, "{scoreboard}");
                if solves {
                    service.judged(&ann, &room, RIGHT).await;
                }
            }
            assert_eq!(service.owner.get(&path).await.status, StatusCode::OK);
        }
    }

    async fn scoreboard_of_a_hidden_room_shows_published_verdicts_only(service: &Service) {
        let fields = [("scoreboard", "always"), ("feedback", "verdict")];
        let (room, [ann]) = service.room_with_participants(&fields, ["Ann"]).await;
        service.judged(&ann, &room, RIGHT).await;
        let path = format!("/rooms/{room}/scores");
        assert!(!ann.get(&path).await.text.contains("badge good\">0"));
        assert!(service.owner.get(&path).await.text.contains("badge good\">0′"));
        service.execute("UPDATE judgements SET shown = 0").await;
        assert!(ann.get(&path).await.text.contains("badge good\">0′"));
    }
}
