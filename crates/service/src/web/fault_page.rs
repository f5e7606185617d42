//! The response to a failed request: a page for browsers, or JSON for API clients.

use askama::Template;
use axum::Json;
use axum::extract::Request;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::request::{Viewer, html, redirect};
use crate::fault::Fault;

#[derive(Template)]
#[template(path = "fault.html")]
struct FaultPage {
    viewer: Viewer,
    text: String,
}

/// Adds a body to the response to a failed request.
pub(super) async fn show_fault(mut viewer: Viewer, request: Request, next: Next) -> Response {
    let is_browser = !["/api/", "/metrics", "/readyz"]
        .iter()
        .any(|start| viewer.path.starts_with(start));
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let response = next.run(request).await;
    let status = response.status();
    let is_page = |kind: &HeaderValue| kind.as_bytes().starts_with(b"text/html");
    let fault = match response.extensions().get::<Fault>() {
        Some(fault) => fault.clone(),
        // The handler has returned a page that explains the error.
        None if response.headers().get(CONTENT_TYPE).is_some_and(is_page) => return response,
        None if !status.is_client_error() && !status.is_server_error() => return response,
        // The browser has reloaded the URL of a refused form, and is redirected to the parent page.
        None if status == StatusCode::METHOD_NOT_ALLOWED && is_read && is_browser => {
            let above = viewer.path.rsplit_once('/').map_or("", |(above, _)| above);
            return redirect(if above.is_empty() { "/" } else { above });
        }
        // The web framework refused the request.
        None => match status.as_u16() {
            404 => Fault::NotFound,
            413 => Fault::TooLarge,
            500.. => Fault::Unavailable,
            _ => {
                let reason = status.canonical_reason().unwrap_or_default();
                Fault::Unusable(format!("{} ({reason})", &viewer["odd_form"]).into())
            }
        },
    };
    if !is_browser {
        return (status, Json(fault.json())).into_response();
    }
    let text = fault.text(viewer.texts);
    // The client may not be allowed to know the content of the path.
    "/".clone_into(&mut viewer.path);
    (status, html(&FaultPage { viewer, text })).into_response()
}
