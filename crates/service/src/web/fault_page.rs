//! The response to a request that fails: a page for browsers, JSON for programs, and a line of
//! text for monitoring.

use askama::Template;
use axum::Json;
use axum::extract::Request;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::reader::{Reader, html, redirect};
use crate::fault::Fault;
use crate::words::EN;

#[derive(Template)]
#[template(path = "fault.html")]
struct FaultPage {
    reader: Reader,
    text: String,
}

/// Who reads the response.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Audience {
    Browser,
    Program,
    Monitoring,
}

/// Adds a body to the response of a request that fails.
pub(super) async fn show_fault(mut reader: Reader, request: Request, next: Next) -> Response {
    let audience = match reader.path.as_str() {
        path if path.starts_with("/api/") => Audience::Program,
        "/metrics" | "/readyz" => Audience::Monitoring,
        _ => Audience::Browser,
    };
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let response = next.run(request).await;
    let status = response.status();
    let is_page = |kind: &HeaderValue| kind.as_bytes().starts_with(b"text/html");
    let fault = match response.extensions().get::<Fault>() {
        Some(fault) => fault.clone(),
        // The page of a form shows its own mistake.
        None if response.headers().get(CONTENT_TYPE).is_some_and(is_page) => return response,
        None if !status.is_client_error() && !status.is_server_error() => return response,
        // The page of a refused form was loaded again. It leads back to the page of the form.
        None if status == StatusCode::METHOD_NOT_ALLOWED
            && is_read
            && audience == Audience::Browser =>
        {
            let above = reader.path.rsplit_once('/').map_or("", |(above, _)| above);
            return redirect(if above.is_empty() { "/" } else { above });
        }
        // The framework refuses the request.
        None => match status.as_u16() {
            404 => Fault::NotFound,
            413 => Fault::TooLarge,
            500.. => Fault::Broken,
            _ => {
                let reason = status.canonical_reason().unwrap_or_default();
                Fault::Unusable(match audience {
                    Audience::Browser => format!("{} ({reason})", &reader["odd_form"]).into(),
                    _ => reason.into(),
                })
            }
        },
    };
    match audience {
        Audience::Program => (status, Json(fault.json())).into_response(),
        Audience::Monitoring => (status, format!("{}\n", fault.text(&EN))).into_response(),
        Audience::Browser => {
            let text = fault.text(reader.words);
            // The client may not be allowed to read the path.
            "/".clone_into(&mut reader.path);
            (status, html(&FaultPage { reader, text })).into_response()
        }
    }
}
