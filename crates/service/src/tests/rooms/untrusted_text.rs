//! Untrusted text on pages.

use axum::http::StatusCode;
use mousetrap_model::{CaseId, FailingCase, SubmissionOutcome, Verdict};

use crate::tests::support::{
    RIGHT, Service, TestDatabase, WRONG, both, execute, id_of_page, multipart,
};

both! {
    async fn untrusted_text_is_never_rendered_as_markup(service: &Service) {
        let (room, invitation) = service.room(&[]).await;
        let evil = "<script>alert(1)</script>\"'&";
        let mut eve = service.joined(&invitation, "%3Cscript%3Ealert(1)").await;
        let page = eve.submit(&room, &format!("{WRONG}# {evil}")).await;
        service.wait_until_idle().await;
        for path in [&page, &format!("/rooms/{room}"), &format!("/rooms/{room}/manage")] {
            let text = service.owner().await.get(path).await.text;
            assert!(!text.contains("<script>alert"), "{path}: {text}");
        }
    }

    async fn invisible_characters_in_untrusted_text_are_made_visible(service: &Service) {
        let fields = [("hacks", "on"), ("sources", "on")];
        let (room, [mut ann, mut bo]) = service.room_with_participants(&fields, ["Ann", "Bo"]).await;
        let tricky = |text: &str| format!("{text}\t# \u{202e}\u{2066}\x1b[2J&\n");
        let right = ann.submit(&room, &tricky(RIGHT)).await;
        let again = ann.submit(&room, &tricky(&format!("{RIGHT}\n"))).await;
        bo.submit(&room, RIGHT).await;
        service.wait_until_idle().await;
        let database = &service.app.database;
        let id = id_of_page(&again);
        let text = || "\u{202e}\u{1b}".to_owned();
        let mut run = database.published_judgement(id, 1, i64::MAX).await.unwrap().unwrap().parse_run_report().unwrap();
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
        execute(database, &update).await;
        let source = database.submission(id).await.unwrap().unwrap().source;
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
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(answer.text.contains("name of this file cannot be used"), "{}", answer.text);
    }
}
