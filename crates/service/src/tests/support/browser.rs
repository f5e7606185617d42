//! Clients of the service under test.

use axum::body::{Body, to_bytes};
use axum::http::header::{CONTENT_TYPE, COOKIE, HOST, LOCATION, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, Request, StatusCode};
use tower::ServiceExt as _;

use super::Service;

pub(in crate::tests) struct Browser<'a> {
    pub(super) service: &'a Service,
    pub session: Option<String>,
}

pub(in crate::tests) struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    pub(in crate::tests) fn location(&self) -> &str {
        self.headers[LOCATION].to_str().unwrap()
    }
}

impl Browser<'_> {
    pub(in crate::tests) async fn get(&mut self, path: &str) -> Answer {
        self.ask(Request::get(path).body(Body::empty()).unwrap())
            .await
    }

    /// Sends a plain form.
    pub(in crate::tests) async fn form(&mut self, path: &str, form: &str) -> Answer {
        let kind = "application/x-www-form-urlencoded";
        let request = Request::post(path).header(CONTENT_TYPE, kind);
        let request = request.header(ORIGIN, "http://mousetrap.test");
        self.ask(request.body(Body::from(form.to_owned())).unwrap())
            .await
    }

    /// Sends a form that may have files.
    pub(in crate::tests) async fn fields(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let parts = fields.iter().map(|(name, value)| {
            format!("--b\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        });
        let body = parts.collect::<String>() + "--b--\r\n";
        let request = Request::post(path).header(CONTENT_TYPE, "multipart/form-data; boundary=b");
        let request = request.header(ORIGIN, "http://mousetrap.test");
        self.ask(request.body(Body::from(body)).unwrap()).await
    }

    /// Submits, and gives back the page of the submission.
    pub(in crate::tests) async fn submit(&mut self, room: &str, source: &str) -> String {
        let path = format!("/rooms/{room}/submissions");
        let submitted = self.fields(&path, &[("source", source)]).await;
        assert_eq!(
            submitted.status,
            StatusCode::SEE_OTHER,
            "{}",
            submitted.text
        );
        submitted.location().to_owned()
    }

    /// Asks as a program does, with a token.
    pub(in crate::tests) async fn program(
        &mut self,
        path: &str,
        token: &str,
        body: Option<&str>,
    ) -> Answer {
        let request = match body {
            Some(_) => Request::post(path),
            None => Request::get(path),
        };
        let request = request.header(CONTENT_TYPE, "application/json");
        let request = request.header("authorization", format!("Bearer {token}"));
        let body = Body::from(body.unwrap_or_default().to_owned());
        self.ask(request.body(body).unwrap()).await
    }

    pub(in crate::tests) async fn ask(&mut self, mut request: Request<Body>) -> Answer {
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
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Answer {
            status: parts.status,
            headers: parts.headers,
            text,
        }
    }
}
