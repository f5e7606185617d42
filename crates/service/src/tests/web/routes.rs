//! Tests of every route in the router's table with every role.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};

use crate::tests::support::{RIGHT, Service, both, id_of_page};
use crate::web::{Access, route_table};

/// The client of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Stranger,
    /// A participant of another room.
    Outsider,
    /// A participant of the room who made another submission.
    Fellow,
    /// The participant who made the submission.
    Author,
    Owner,
}

/// Returns whether the table allows a route for this client.
fn is_allowed(access: Access, role: Role) -> bool {
    use Role::{Author, Fellow, Owner};
    match access {
        Access::WithoutSession | Access::Anyone => true,
        Access::Owner => role == Owner,
        Access::Member => matches!(role, Fellow | Author | Owner),
        Access::Author => matches!(role, Author | Owner),
        Access::Token(_) => false,
    }
}

both! {
    async fn route_answers_only_clients_with_access(service: &Service) {
        let (room, [author, fellow]) = service.room_with_participants(&[("hacks", "on")], ["Ann", "Bo"]).await;
        let page = author.submit(&room, RIGHT).await;
        service.judged(&fellow, &room, RIGHT).await;
        let (_, [outsider]) = service.room_with_participants(&[], ["Cy"]).await;
        let mut asked = 0;
        for (role, browser) in [
            (Role::Stranger, &service.browser()),
            (Role::Outsider, &outsider),
            (Role::Fellow, &fellow),
            (Role::Author, &author),
            (Role::Owner, &service.owner),
        ] {
            for route in route_table() {
                // A request to this route would end the session.
                if route.path == "/leave" {
                    continue;
                }
                let path = route.path.replace("{room}", &room);
                let path = path.replace("{submission}", id_of_page(&page));
                let path = path.replace("{format}", "json").replace("{file}", "style.css");
                let path = path.replace("{participant}", "x").replace("{digest}", "x");
                let path = path.replace("{secret}", "x").replace("{invitation}", "x");
                let method = Method::from_bytes(route.method.to_uppercase().as_bytes()).unwrap();
                let request = Request::builder().method(method).uri(&path);
                let request = request.header("origin", "http://mousetrap.test");
                let answer = browser.ask(request.body(Body::empty()).unwrap()).await;
                let denied = [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN];
                let hidden = answer.status == StatusCode::NOT_FOUND;
                let what = format!("{role:?} {} {path}: {}", route.method, answer.status);
                if is_allowed(route.access, role) {
                    assert!(!denied.contains(&answer.status), "{what}");
                    assert!(!answer.status.is_server_error(), "{what}");
                } else {
                    let known = role != Role::Stranger;
                    let is_api = matches!(route.access, Access::Token(_));
                    assert!(denied.contains(&answer.status) || hidden && known, "{what}");
                    assert!(is_api || hidden == known, "{what}");
                    assert!(!answer.text.contains("canMouseWin"), "{what}");
                }
                asked += 1;
            }
        }
        assert!(asked > 100, "{asked}");
    }

    async fn change_requested_by_another_site_is_refused(service: &Service) {
        for route in route_table() {
            if route.method == "get" || matches!(route.access, Access::Token(_)) {
                continue;
            }
            for origin in [Some("https://evil.example"), Some("null"), None] {
                let mut request = Request::post(route.path);
                if let Some(origin) = origin {
                    request = request.header("origin", origin);
                }
                let answer = service.owner.ask(request.body(Body::empty()).unwrap()).await;
                assert_eq!(answer.status, StatusCode::FORBIDDEN, "{}", route.path);
            }
        }
    }

    async fn response_forbids_foreign_and_inline_content(service: &Service) {
        for path in ["/", "/rooms", "/nothing", "/assets/page.js", "/api/v1/nothing"] {
            let answer = service.owner.get(path).await;
            let policy = answer.headers["content-security-policy"].to_str().unwrap();
            assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{path}");
            assert!(!answer.text.contains("<script>") && !answer.text.contains(" style="), "{path}");
        }
    }

    async fn monitoring_gets_metrics_and_no_page_on_failure(service: &Service) {
        let token = service.token(&["metrics"]).await;
        let text = service.browser().program(Request::get("/metrics"), &token, "").await.text;
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() >= 27 && lines.len().is_multiple_of(3), "{text}");
        for metric in lines.chunks(3) {
            let (name, value) = metric[2].split_once(' ').unwrap();
            assert!(metric[0].starts_with(&format!("# HELP {name} ")), "{text}");
            assert!(metric[1].starts_with(&format!("# TYPE {name} ")), "{text}");
            assert!(name.starts_with("mousetrap_") && value.parse::<u64>().is_ok(), "{text}");
        }
        let refused = service.browser().get("/metrics").await;
        service.database.close().await;
        let broken = service.browser().get("/readyz").await;
        refused.expect(StatusCode::UNAUTHORIZED, &["!<"]);
        broken.expect(StatusCode::SERVICE_UNAVAILABLE, &["!<"]);
    }
}
