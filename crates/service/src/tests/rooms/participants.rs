//! What participants do and see, from the link to the verdict.

use axum::http::StatusCode;

use crate::tests::support::{
    OWNER_SECRET, RIGHT, Service, WRONG, both, multipart, personal_secret,
};
use crate::texts::EN;

both! {
    async fn participant_joins_submits_and_sees_verdict_and_case(service: &Service) {
        let (room, [ann]) = service.room_with_participants(&[], ["Ann"]).await;
        let (right, wrong) = (ann.submit(&room, RIGHT).await, ann.submit(&room, WRONG).await);
        service.wait_until_idle().await;
        assert!(ann.get(&right).await.text.contains("Accepted"));
        // The page shows the changed lines, their number, the names of the arguments, and the limit
        // next to the time.
        ann.expect_page(&wrong, &[
            "Wrong answer",
            "<span data-parameter=\"grid\">[&#34;M.C...F&#34;]\n</span><span data-parameter=\"catJump\">",
            "<del><small>   2     </small> - ",
            "return <mark>",
            "<ins><small>        2</small> + ",
            "+1</ins> <del><span class=\"spoken\">Lines removed: </span>−1</del>",
            " 1 ms <small>/ ",
        ]).await;
        ann.expect_page(&format!("{wrong}/case.json"), &["M.C...F"]).await;
    }

    async fn opened_link_acts_only_when_its_button_is_pressed(service: &Service) {
        let (room, invitation) = service.room(&[]).await;
        let (browser, other) = (service.browser(), service.browser());
        let join = format!("/join/{invitation}");
        browser.expect_page(&join, &["<span class=\"badge good\">Open<"]).await;
        assert_eq!(browser.session(), None);
        assert!(service.database.participants(&room).await.unwrap().is_empty());
        let joined = browser.form(&join, "name=Ann").await;
        let personal = format!("/enter/{}", personal_secret(&joined.text));
        other.expect_page(&personal, &["Ann"]).await;
        assert_eq!(other.session(), None);
        other.form(&personal, "").await;
        other.expect_page(&format!("/rooms/{room}"), &["Ann"]).await;
    }

    async fn join_is_refused_if_the_room_is_full_or_closed_or_the_name_is_invalid(service: &Service) {
        let (room, invitation) = service.room(&[("participants", "2")]).await;
        let path = format!("/join/{invitation}");
        service.joined(&invitation, "a").await;
        let expect_refusal = async |name: &str, status, reason: &str| {
            let refused = service.browser().form(&path, &format!("name={name}")).await;
            refused.expect(status, &[reason]);
        };
        expect_refusal("a", StatusCode::CONFLICT, "or one that looks like it").await;
        expect_refusal("caro%E2%80%8Bl", StatusCode::UNPROCESSABLE_ENTITY, "Give a name of 1 to 60").await;
        service.joined(&invitation, "b").await;
        expect_refusal("c", StatusCode::CONFLICT, &EN["declined_full"]).await;
        let field = "name=\"participants\" type=\"number\" min=\"1\" max=\"10000\" required value=\"2\"";
        service.owner.expect_page(&format!("/rooms/{room}/settings"), &[field]).await;
        service.owner.form(&format!("/rooms/{room}/close"), "to=closed").await;
        service.browser().expect_page(&path, &["This room is closed", "!<input name=\"name\""]).await;
        expect_refusal("c", StatusCode::CONFLICT, &EN["declined_closed"]).await;
    }

    async fn planted_session_gains_no_access(service: &Service) {
        let (room, [bob]) = service.room_with_participants(&[], ["Bob"]).await;
        let planted = bob.session();
        let owner = service.browser();
        owner.set_session(planted.clone());
        owner.log_in(OWNER_SECRET).await;
        assert_ne!(owner.session(), planted);
        assert_eq!(owner.get("/rooms").await.status, StatusCode::OK);
        // The access that the session had before remains.
        assert!(owner.get(&format!("/rooms/{room}")).await.text.contains("Bob"));
        let attacker = service.browser();
        attacker.set_session(planted);
        assert_eq!(attacker.get("/rooms").await.status, StatusCode::UNAUTHORIZED);
        let before = owner.session();
        let (_, another) = service.room(&[]).await;
        owner.form(&format!("/join/{another}"), "name=Cy").await;
        assert_ne!(owner.session(), before);
        assert_eq!(owner.get("/rooms").await.status, StatusCode::OK);
    }

    async fn invalid_setting_is_refused_at_its_field(service: &Service) {
        for (field, value, expected) in [
            ("feedback", "all", "all?"),
            ("suites", "nothing", "1728/nothing"),
            ("participants", "0", "Give a number from 1"),
            ("closes", "2020-01-01T00:00", "That time is past"),
        ] {
            let fields = [("name", "R"), ("problems", "1728"), (field, value)];
            let refused = service.owner.fields("/rooms", &fields).await;
            refused.expect(StatusCode::UNPROCESSABLE_ENTITY, &[&format!("mistake-{field}"), expected]);
        }
        assert!(service.database.rooms().await.unwrap().is_empty());
    }

    async fn suites_are_chosen_by_name(service: &Service) {
        let form = service.owner.get("/rooms").await.text;
        for known in service.app.suites.suite_names("1728").unwrap() {
            let (_, choice) = form.split_once(&format!("value=\"{known}\"")).unwrap();
            let (choice, _) = choice.split_once("</label>").unwrap();
            assert!(choice.contains("<small>") && !choice.contains("<small><"), "{known} has a description: {choice}");
        }
        assert!(form.contains("these apply: ") && !form.contains("these apply: <"), "{form}");
        let (room, _) = service.room(&[("suites", "hidden")]).await;
        let chosen = ["value=\"samples\" checked", "value=\"hidden\" checked"];
        service.owner.expect_page(&format!("/rooms/{room}/settings"), &chosen).await;
    }

    async fn personal_link_is_shown_again_in_another_language(service: &Service) {
        let (room, invitation) = service.room(&[]).await;
        let ann = service.browser();
        let joined = ann.form(&format!("/join/{invitation}"), "name=Ann").await.text;
        let back = joined.split("name=\"back\" value=\"").nth(1).unwrap();
        let back = back.split('"').next().unwrap();
        let link = format!("http://mousetrap.test{back}</code>");
        assert!(joined.contains(&link), "{joined}");
        ann.expect_page(back, &[&link, &format!("/rooms/{room}")]).await;
        // Any other browser shows a button first.
        for other in [&service.browser(), &service.owner] {
            other.expect_page(back, &[&format!("!{link}")]).await;
        }
    }

    async fn language_switch_leads_only_to_the_service(service: &Service) {
        for (back, next) in [
            ("/rooms/a", "/rooms/a"),
            ("//evil.example", "/"),
            ("/%09/evil.example", "/"),
            ("/a%0d%0aX-I:1", "/"),
            ("/%5Cevil.example", "/"),
            ("/a//b", "/"),
        ] {
            let form = format!("language=zh&back={back}");
            let answer = service.browser().form("/language", &form).await;
            assert_eq!((answer.status, answer.location()), (StatusCode::SEE_OTHER, next));
        }
    }

    async fn unusable_submission_is_refused_with_the_reason(service: &Service) {
        let (room, [ann]) = service.room_with_participants(&[("per_hour", "2")], ["Ann"]).await;
        let path = format!("/rooms/{room}/submissions");
        let other = "class Solution:\n    def catMouseGame(self, graph): pass";
        for (source, reason) in [
            ("", "nothing to submit"),
            ("hello", "not recognised"),
            (other, "is for problem 913"),
        ] {
            let answer = ann.fields(&path, &[("source", source)]).await;
            answer.expect(StatusCode::UNPROCESSABLE_ENTITY, &[reason]);
        }
        let mut request = multipart(&path, &[("name=\"source\"", other.as_bytes())]);
        request.headers_mut().insert("accept-language", "zh-CN".parse().unwrap());
        let answer = ann.ask(request).await.text;
        assert!(answer.contains("这是第 913 题的解答"), "{answer}");
        ann.submit(&room, RIGHT).await;
        ann.submit(&room, WRONG).await;
        for (close, status) in [(false, StatusCode::TOO_MANY_REQUESTS), (true, StatusCode::CONFLICT)] {
            if close {
                service.owner.form(&format!("/rooms/{room}/close"), "to=closed").await;
            }
            let answer = ann.fields(&path, &[("source", RIGHT)]).await;
            answer.expect(status, &["def canMouseWin"]);
            assert_eq!(answer.text.contains("readonly"), close, "{}", answer.text);
            assert_eq!(answer.text.matches("takes no submissions").count(), usize::from(close));
        }
    }

    async fn program_whose_problem_is_unknown_must_name_the_problem(service: &Service) {
        let (room, [ann]) = service.room_with_participants(&[("problems", "913")], ["Ann"]).await;
        let fields = [("source", "import sys\nprint(1)"), ("language", "python"), ("form", "program")];
        let answer = ann.fields(&format!("/rooms/{room}/submissions"), &fields).await;
        answer.expect(StatusCode::UNPROCESSABLE_ENTITY, &["Choose the problem", "!--problem"]);
        let field = answer.text.split("<select name=\"problem\"").nth(1).unwrap();
        assert!(field.trim_start().starts_with("aria-invalid"), "{field}");
    }

    async fn room_that_shows_failing_cases_does_not_explain_them(service: &Service) {
        for (feedback, explains) in [("case", false), ("explanation", true)] {
            let (room, [ann]) = service.room_with_participants(&[("feedback", feedback)], ["Ann"]).await;
            let page = service.judged(&ann, &room, WRONG).await;
            let case = ann.get(&format!("{page}/case.json")).await.text;
            assert_eq!(case.contains("\"quiet\":true"), !explains, "{case}");
        }
    }
}
