//! Clients of the service under test.

use std::fmt::Display;
use std::sync::Mutex;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST, LOCATION, ORIGIN, SET_COOKIE};
use axum::http::request::Builder;
use axum::http::{HeaderMap, Request, StatusCode};
use serde_json::Value;
use tower::ServiceExt as _;

pub(crate) struct Browser {
    router: Router,
    session: Mutex<Option<String>>,
}

pub(crate) struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    /// Checks the status, and that the text contains each part, or lacks a part that begins with
    /// `!`.
    #[track_caller]
    pub(crate) fn expect(&self, status: StatusCode, parts: &[&str]) {
        let text = &self.text;
        assert_eq!(self.status, status, "{parts:?}: {text}");
        for part in parts {
            match part.strip_prefix('!') {
                Some(part) => assert!(!text.contains(part), "contains {part}: {text}"),
                None => assert!(text.contains(part), "lacks {part}: {text}"),
            }
        }
    }

    pub(crate) fn location(&self) -> &str {
        self.headers[LOCATION].to_str().unwrap()
    }
}

/// Begins a request with a form from a page of the service.
pub(crate) fn post(path: &str) -> Builder {
    Request::post(path).header(ORIGIN, "http://mousetrap.test")
}

/// Returns a request with a multipart form, which may contain files.
pub(crate) fn multipart<S: Display>(path: &str, parts: &[(S, &[u8])]) -> Request<Body> {
    let mut body = Vec::new();
    for (disposition, content) in parts {
        let head = format!("--b\r\ncontent-disposition: form-data; {disposition}\r\n\r\n");
        body.extend([head.as_bytes(), content, b"\r\n"].concat());
    }
    body.extend(b"--b--\r\n");
    let request = post(path).header(CONTENT_TYPE, "multipart/form-data; boundary=b");
    request.body(body.into()).unwrap()
}

impl Browser {
    pub(super) fn new(router: &Router) -> Self {
        Self {
            router: router.clone(),
            session: Mutex::default(),
        }
    }

    /// Logs in with the personal link that contains this secret.
    pub(crate) async fn log_in(&self, secret: &str) {
        let entered = self.form(&format!("/enter/{secret}"), "").await;
        entered.expect(StatusCode::SEE_OTHER, &[]);
    }

    /// The secret of the session, if the browser is logged in.
    pub(crate) fn session(&self) -> Option<String> {
        self.session.lock().unwrap().clone()
    }

    pub(crate) fn set_session(&self, secret: Option<String>) {
        *self.session.lock().unwrap() = secret;
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        let request = Request::get(path).body(Body::empty());
        self.ask(request.unwrap()).await
    }

    /// Requests a page, and checks its parts; see [`Answer::expect`]. Returns the page.
    pub(crate) async fn expect_page(&self, path: &str, parts: &[&str]) -> String {
        let answer = self.get(path).await;
        answer.expect(StatusCode::OK, parts);
        answer.text
    }

    /// Sends a URL-encoded form.
    pub(crate) async fn form(&self, path: &str, form: &str) -> Answer {
        let kind = "application/x-www-form-urlencoded";
        let request = post(path).header(CONTENT_TYPE, kind);
        let body = Body::from(form.to_owned());
        self.ask(request.body(body).unwrap()).await
    }

    /// Sends a multipart form.
    pub(crate) async fn fields(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let parts = fields.iter();
        let parts = parts.map(|(name, value)| (format!("name=\"{name}\""), value.as_bytes()));
        let request = multipart(path, &parts.collect::<Vec<_>>());
        self.ask(request).await
    }

    /// Submits a source. Returns the path of the submission's page.
    pub(crate) async fn submit(&self, room: &str, source: &str) -> String {
        let path = format!("/rooms/{room}/submissions");
        let submitted = self.fields(&path, &[("source", source)]).await;
        submitted.expect(StatusCode::SEE_OTHER, &[]);
        submitted.location().to_owned()
    }

    /// Sends a request as a program, with a token.
    pub(crate) async fn program(&self, request: Builder, token: &str, body: &str) -> Answer {
        self.ask(program(request, token, body)).await
    }

    /// Has a batch judged. Returns the lines of the response in the order of the items.
    pub(crate) async fn judge(&self, token: &str, batch: &Value) -> Vec<Value> {
        let request = Request::post("/api/v1/judge");
        let answer = self.program(request, token, &batch.to_string()).await;
        let lines = answer.text.lines();
        let lines = lines.map(|line| serde_json::from_str(line).unwrap());
        let mut lines: Vec<Value> = lines.collect();
        lines.sort_by_key(|line| line["index"].as_u64());
        lines
    }

    /// Begins a batch as a program and disconnects after `until`.
    pub(crate) async fn leave(&self, token: &str, batch: &Value, until: impl AsyncFnOnce()) {
        let request = program(Request::post("/api/v1/judge"), token, &batch.to_string());
        let answer = self.router.clone().oneshot(request).await.unwrap();
        until().await;
        drop(answer);
    }

    pub(crate) async fn ask(&self, mut request: Request<Body>) -> Answer {
        let headers = request.headers_mut();
        headers.insert(HOST, "mousetrap.test".parse().unwrap());
        if let Some(session) = self.session() {
            headers.insert(COOKIE, format!("mousetrap={session}").parse().unwrap());
        }
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        for cookie in parts.headers.get_all(SET_COOKIE) {
            let cookie = cookie.to_str().unwrap();
            if let Some(value) = cookie.strip_prefix("mousetrap=") {
                self.set_session(value.split(';').next().map(str::to_owned));
            }
        }
        let bytes = to_bytes(body, usize::MAX).await.unwrap();
        Answer {
            status: parts.status,
            headers: parts.headers,
            text: String::from_utf8_lossy(&bytes).into_owned(),
        }
    }
}

fn program(request: Builder, token: &str, body: &str) -> Request<Body> {
    let request = request.header(CONTENT_TYPE, "application/json");
    let request = request.header(AUTHORIZATION, format!("Bearer {token}"));
    request.body(body.to_owned().into()).unwrap()
}
