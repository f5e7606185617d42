//! Errors that participants make, and the pages that explain the errors.

use axum::http::StatusCode;

use crate::tests::support::{Answer, Browser, RIGHT, Service, TestDatabase, both, multipart};
use crate::web::route_table;

/// Submits a file.
async fn send(browser: &mut Browser<'_>, room: &str, name: &str, content: &[u8]) -> Answer {
    let disposition = format!("name=\"file\"; filename=\"{name}\"");
    let path = format!("/rooms/{room}/submissions");
    browser
        .ask(multipart(&path, &[(&disposition, content)]))
        .await
}

both! {
    async fn uploaded_file_is_decoded_as_the_judge_does(service: &Service) {
        let (room, [mut ann]) = service.room_with_participants(&[], ["Ann"]).await;
        let latin = [b"# Zo\xeb\n", RIGHT.as_bytes()].concat();
        let wide: Vec<u8> = [0xfeff].into_iter().chain(RIGHT.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        for (content, shown) in [(latin, "# Zoë"), (wide, "def canMouseWin")] {
            let taken = send(&mut ann, &room, "a.py", &content).await;
            assert_eq!(taken.status, StatusCode::SEE_OTHER, "{}", taken.text);
            let page = ann.get(taken.location()).await.text;
            assert!(page.contains(shown), "{page}");
        }
        let wrong_problem = b"class Solution:\n    def catMouseGame(self, graph): pass";
        for (name, content, reason) in [
            ("a.py", &b"\x7fELF\x01\0\0\xff"[..], "data that is not text; submit the source"),
            ("a.py", &vec![b'#'; 3 << 20], "larger than 1 MiB, the maximum"),
            ("a.py", &vec![b'#'; 1_200_000], "larger than 1 MiB, the maximum"),
            ("a.py", wrong_problem, "is for problem 913, not for problem 1728"),
            ("a.doc", b"x", "no language has the extension"),
        ] {
            let refused = send(&mut ann, &room, name, content).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
            let (text, beside) = (&refused.text, refused.text.contains("<textarea name=\"source\""));
            assert!(text.contains(reason) && beside, "{reason}: {text}");
        }
    }

    async fn invalid_link_is_reported(service: &Service) {
        for (path, reason) in [
            ("/enter/gone", "This personal link does not work"),
            ("/join/gone", "This link to join does not work"),
        ] {
            let got = service.browser().get(path).await;
            let sent = service.browser().form(path, "name=Ann").await;
            for answer in [got, sent] {
                assert_eq!(answer.status, StatusCode::NOT_FOUND);
                assert!(answer.text.contains(reason), "{}", answer.text);
            }
        }
    }

    async fn reloaded_form_leads_back_to_its_page(service: &Service) {
        let (room, invitation) = service.room(&[]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
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
        let page = service.owner().await.get(&format!("/rooms/{room}")).await.text;
        assert!(page.contains("You see this page as the owner") && page.contains("<button class=\"button primary\" disabled>"), "{page}");
        assert!(!page.contains("data-recognise"));
    }
}
