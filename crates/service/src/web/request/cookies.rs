//! Cookies of a request.

use axum::http::HeaderMap;
use axum::http::header::COOKIE;

pub(crate) const COOKIE_NAME: &str = "mousetrap";

/// The value of a cookie.
pub(crate) fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers.get_all(COOKIE).iter();
    let texts = all.filter_map(|value| value.to_str().ok());
    let mut pairs = texts.flat_map(|text| text.split(';')).map(str::trim);
    pairs.find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
}

/// The secret of the session of a browser.
pub(crate) fn session(headers: &HeaderMap) -> Option<&str> {
    cookie(headers, COOKIE_NAME)
}
