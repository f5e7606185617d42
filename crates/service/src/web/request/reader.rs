//! Who reads a page, and how it is sent.

use std::convert::Infallible;

use askama::Template;
use axum::extract::FromRequestParts;
use axum::http::header::{ACCEPT_LANGUAGE, CONTENT_TYPE, HOST};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};

use super::cookies::cookie;
use crate::store::Visitor;
use crate::words::{Words, preferred};

/// Who reads a page.
#[derive(Clone, Debug)]
pub(crate) struct Reader {
    /// The words of their language.
    pub words: &'static Words,
    pub visitor: Visitor,
    /// What was asked for.
    pub path: String,
    /// The server that was asked for it, as the browser calls it.
    pub host: Option<String>,
}

impl<S: Sync> FromRequestParts<S> for Reader {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let browser = parts.headers.get(ACCEPT_LANGUAGE);
        let browser = browser.and_then(|value| value.to_str().ok());
        let chosen = cookie(&parts.headers, "language").or(browser);
        let visitor = parts.extensions.get::<Visitor>();
        Ok(Self {
            words: preferred(chosen.unwrap_or_default()),
            visitor: visitor.cloned().unwrap_or_default(),
            path: parts.uri.path().to_owned(),
            host: parts
                .headers
                .get(HOST)
                .and_then(|host| host.to_str().ok().map(str::to_owned)),
        })
    }
}

/// A page as it is sent.
pub(crate) fn html(page: &impl Template) -> Response {
    let text = page.render().expect("writing to memory does not fail");
    ([(CONTENT_TYPE, "text/html; charset=utf-8")], text).into_response()
}
