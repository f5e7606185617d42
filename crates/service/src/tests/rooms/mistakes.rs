//! Errors that participants make, the pages that explain the errors, and untrusted text on pages.

use axum::http::StatusCode;
use mousetrap_model::{CaseId, FailingCase, SubmissionOutcome, Verdict};

use crate::tests::support::{Answer, Browser, RIGHT, Service, WRONG, both, id_of_page, multipart};
use crate::web::route_table;

/// Submits a file.
async fn send(browser: &Browser, room: &str, name: &str, content: &[u8]) -> Answer {
    let disposition = format!("name=\"file\"; filename=\"{name}\"");
    let path = format!("/rooms/{room}/submissions");
    let request = multipart(&path, &[(&disposition, content)]);
    browser.ask(request).await
}

both! {
    async fn uploaded_file_is_decoded_as_the_judge_does(service: &Service) {
        let (room, [ann]) = service.room_with_participants(&[], ["Ann"]).await;
        let latin = [b"# Zo\xeb\n", RIGHT.as_bytes()].concat();
        let wide: Vec<u8> = [0xfeff].into_iter().chain(RIGHT.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        for (content, shown) in [(latin, "# Zoë"), (wide, "def canMouseWin")] {
            let taken = send(&ann, &room, "a.py", &content).await;
            taken.expect(StatusCode::SEE_OTHER, &[]);
            ann.expect_page(taken.location(), &[shown]).await;
        }
        let wrong_problem = b"class Solution:\n    def catMouseGame(self, graph): pass";
        for (name, content, reason) in [
            ("a.py", &b"\x7fELF\x01\0\0\xff"[..], "data that is not text; submit the source"),
            ("a.py", &vec![b'#'; 3 << 20], "larger than 1 MiB, the maximum"),
            ("a.py", &vec![b'#'; 1_200_000], "larger than 1 MiB, the maximum"),
            ("a.py", wrong_problem, "is for problem 913, not for problem 1728"),
            ("a.doc", b"x", "no language has the extension"),
        ] {
            let refused = send(&ann, &room, name, content).await;
            refused.expect(StatusCode::UNPROCESSABLE_ENTITY, &[reason, "<textarea name=\"source\""]);
        }
    }

    async fn invalid_link_is_reported(service: &Service) {
        for (path, reason) in [
            ("/enter/gone", "This personal link does not work"),
            ("/join/gone", "This link to join does not work"),
        ] {
            let browser = service.browser();
            browser.get(path).await.expect(StatusCode::NOT_FOUND, &[reason]);
            browser.form(path, "name=Ann").await.expect(StatusCode::NOT_FOUND, &[reason]);
        }
    }

    async fn reloaded_form_leads_back_to_its_page(service: &Service) {
        let (room, invitation) = service.room(&[]).await;
        let ann = service.joined(&invitation, "Ann").await;
        let again = ann.form(&format!("/join/{invitation}"), "name=Ann").await;
        assert_eq!((again.status, again.location()), (StatusCode::SEE_OTHER, &*format!("/rooms/{room}")));
        let routes = route_table();
        let forms = routes.iter().filter(|one| one.method == "post" && !one.path.starts_with("/api/"));
        for form in forms.filter(|form| !routes.iter().any(|one| one.method == "get" && one.path == form.path)) {
            let path = form.path.replace("{room}", &room).replace("{submission}", "x");
            let path = path.replace("{participant}", "x");
            let answer = ann.get(&path).await;
            assert_eq!(answer.status, StatusCode::SEE_OTHER, "{path}");
            let above = path.rsplit_once('/').unwrap().0;
            assert_eq!(answer.location(), if above.is_empty() { "/" } else { above });
        }
    }

    async fn owner_sees_the_submission_form_disabled(service: &Service) {
        let (room, _) = service.room(&[]).await;
        let shown = ["You see this page as the owner", "<button class=\"button primary\" disabled>", "!data-recognise"];
        service.owner.expect_page(&format!("/rooms/{room}"), &shown).await;
    }

    async fn untrusted_text_is_never_rendered_as_markup(service: &Service) {
        let (room, invitation) = service.room(&[]).await;
        let evil = "<script>alert(1)</script>\"'&";
        let eve = service.joined(&invitation, "%3Cscript%3Ealert(1)").await;
        let page = service.judged(&eve, &room, &format!("{WRONG}# {evil}")).await;
        for path in [&page, &format!("/rooms/{room}"), &format!("/rooms/{room}/manage")] {
            service.owner.expect_page(path, &["!<script>alert"]).await;
        }
    }

    async fn invisible_characters_in_untrusted_text_are_made_visible(service: &Service) {
        let fields = [("hacks", "on"), ("sources", "on")];
        let (room, [ann, bo]) = service.room_with_participants(&fields, ["Ann", "Bo"]).await;
        let tricky = |text: &str| format!("{text}\t# \u{202e}\u{2066}\x1b[2J&\n");
        let right = ann.submit(&room, &tricky(RIGHT)).await;
        let again = ann.submit(&room, &tricky(&format!("{RIGHT}\n"))).await;
        service.judged(&bo, &room, RIGHT).await;
        let id = id_of_page(&again);
        let text = || "\u{202e}\u{1b}".to_owned();
        let mut run = service.run_report(id).await;
        let SubmissionOutcome::Judged(judgement) = &mut run.submissions[0].outcome else {
            panic!("{run:?}");
        };
        judgement.verdict = Verdict::RunTimeError;
        (judgement.compiler_output, judgement.compile_error) = (text(), Some(text().into()));
        let case = &mut judgement.cases[0];
        (case.verdict, case.id) = (Verdict::RunTimeError, CaseId(text()));
        (case.reason, case.stdout, case.stderr) = (Some(text().into()), text(), text());
        case.failing = Some(FailingCase {
            input: text(),
            arguments: text(),
            max_plies: None,
            answer: text(),
            reply: Some(text()),
        });
        let run = serde_json::to_string(&run).unwrap().replace('\'', "''");
        let update = format!(
            "UPDATE judgements SET verdict = 'RTE', run = '{run}' WHERE submission = '{id}'"
        );
        service.execute(&update).await;
        let source = service.database.submission(id).await.unwrap().unwrap().source;
        assert!(source.ends_with("\t# \u{202e}\u{2066}\u{1b}[2J&\n"), "the source is stored unchanged");
        let hack = bo.get(&format!("{right}/hack")).await.text;
        let (right, again) = (ann.get(&right).await.text, ann.get(&again).await.text);
        for page in [&hack, &right, &again] {
            assert!(page.contains("\t# \\u{202e}\\u{2066}\\x1b[2J&#38;\n"), "{page}");
            // The attribute has the original text, for the button that copies it.
            let shown: String = page.split(" data-text=\"").enumerate().map(|(at, part)| match at {
                0 => part,
                _ => part.split_once('"').unwrap().1,
            }).collect();
            assert!(!shown.contains(['\u{202e}', '\u{2066}', '\u{1b}']), "{page}");
        }
        assert!(right.contains(" data-text=\"\t# \u{202e}\u{2066}\u{1b}[2J&#38;\n\""), "{right}");
        assert!(again.matches("\\u{202e}\\x1b").count() >= 8, "{again}");
        // A refused source appears in its field unchanged.
        let path = format!("/rooms/{room}/submissions");
        let form = [("source", "\u{202e}"), ("language", "python"), ("form", "class")];
        assert!(ann.fields(&path, &form).await.text.contains("\n\u{202e}</textarea>"));
        let named = "name=\"file\"; filename=\"a\u{202e}b.py\"";
        let answer = ann.ask(multipart(&path, &[(named, b"x")])).await;
        answer.expect(StatusCode::UNPROCESSABLE_ENTITY, &["name of this file cannot be used"]);
    }
}
