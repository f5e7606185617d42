//! Clients of the service under test.

use axum::body::{Body, to_bytes};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST, LOCATION, ORIGIN, SET_COOKIE};
use axum::http::request::Builder;
use axum::http::{HeaderMap, Request, StatusCode};
use serde_json::Value;
use tower::ServiceExt as _;

use super::Service;

pub(crate) struct Browser<'a> {
    pub(super) service: &'a Service,
    pub session: Option<String>,
}

pub(crate) struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    /// Checks the status, and that the text contains a part.
    #[track_caller]
    pub(crate) fn expect(&self, status: StatusCode, part: &str) {
        assert_eq!(self.status, status, "{part}: {}", self.text);
        assert!(self.text.contains(part), "{part}: {}", self.text);
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
pub(crate) fn multipart(path: &str, parts: &[(&str, &[u8])]) -> Request<Body> {
    let mut body = Vec::new();
    for (disposition, content) in parts {
        let head = format!("--b\r\ncontent-disposition: form-data; {disposition}\r\n\r\n");
        body.extend([head.as_bytes(), content, b"\r\n"].concat());
    }
    body.extend(b"--b--\r\n");
    let request = post(path).header(CONTENT_TYPE, "multipart/form-data; boundary=b");
    request.body(body.into()).unwrap()
}

impl Browser<'_> {
    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        let request = Request::get(path).body(Body::empty());
        self.ask(request.unwrap()).await
    }

    /// Requests a page, and checks that it contains each part, or lacks a part that begins with
    /// `!`. Returns the page.
    pub(crate) async fn expect_page(&mut self, path: &str, parts: &[&str]) -> String {
        let text = self.get(path).await.text;
        for part in parts {
            match part.strip_prefix('!') {
                Some(part) => assert!(!text.contains(part), "{path} contains {part}: {text}"),
                None => assert!(text.contains(part), "{path} lacks {part}: {text}"),
            }
        }
        text
    }

    /// Sends a URL-encoded form.
    pub(crate) async fn form(&mut self, path: &str, form: &str) -> Answer {
        let kind = "application/x-www-form-urlencoded";
        let request = post(path).header(CONTENT_TYPE, kind);
        let body = Body::from(form.to_owned());
        self.ask(request.body(body).unwrap()).await
    }

    /// Sends a multipart form.
    pub(crate) async fn fields(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let names = fields.iter().map(|(name, _)| format!("name=\"{name}\""));
        let names: Vec<String> = names.collect();
        let parts = names.iter().zip(fields);
        let parts = parts.map(|(name, (_, value))| (name.as_str(), value.as_bytes()));
        let request = multipart(path, &parts.collect::<Vec<_>>());
        self.ask(request).await
    }

    /// Submits a source. Returns the path of the submission's page.
    pub(crate) async fn submit(&mut self, room: &str, source: &str) -> String {
        let path = format!("/rooms/{room}/submissions");
        let submitted = self.fields(&path, &[("source", source)]).await;
        let text = &submitted.text;
        assert_eq!(submitted.status, StatusCode::SEE_OTHER, "{text}");
        submitted.location().to_owned()
    }

    /// Sends a request as a program, with a token.
    pub(crate) async fn program(&mut self, path: &str, token: &str, body: Option<&str>) -> Answer {
        self.ask(program(path, token, body)).await
    }

    /// Has a batch judged. Returns the lines of the response in the order of the items.
    pub(crate) async fn judge(&mut self, token: &str, batch: &Value) -> Vec<Value> {
        let body = batch.to_string();
        let answer = self.program("/api/v1/judge", token, Some(&body)).await;
        let lines = answer.text.lines();
        let lines = lines.map(|line| serde_json::from_str(line).unwrap());
        let mut lines: Vec<Value> = lines.collect();
        lines.sort_by_key(|line| line["index"].as_u64());
        lines
    }

    /// Begins a batch as a program and disconnects after `until`.
    pub(crate) async fn leave(&self, token: &str, batch: &Value, until: impl AsyncFnOnce()) {
        let body = batch.to_string();
        let request = program("/api/v1/judge", token, Some(&body));
        let router = self.service.router.clone();
        let answer = router.oneshot(request).await.unwrap();
        until().await;
        drop(answer);
    }

    pub(crate) async fn ask(&mut self, mut request: Request<Body>) -> Answer {
        let headers = request.headers_mut();
        headers.insert(HOST, "mousetrap.test".parse().unwrap());
        if let Some(session) = &self.session {
            headers.insert(COOKIE, format!("mousetrap={session}").parse().unwrap());
        }
        let router = self.service.router.clone();
        let response = router.oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        for cookie in parts.headers.get_all(SET_COOKIE) {
            let cookie = cookie.to_str().unwrap();
            if let Some(value) = cookie.strip_prefix("mousetrap=") {
                self.session = value.split(';').next().map(str::to_owned);
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

fn program(path: &str, token: &str, body: Option<&str>) -> Request<Body> {
    let request = body.map_or_else(|| Request::get(path), |_| Request::post(path));
    let request = request.header(CONTENT_TYPE, "application/json");
    let request = request.header(AUTHORIZATION, format!("Bearer {token}"));
    let body = Body::from(body.unwrap_or_default().to_owned());
    request.body(body).unwrap()
}
