//! How a fault is said: as a page to browsers, as JSON to programs.

use askama::Template;
use axum::Json;
use axum::extract::Request;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};

use super::request::{Reader, html};
use crate::fault::{ErrorBody, ErrorJson, Fault};
use crate::pages::Here;
use crate::store::Declined;
use crate::words::{EN, Words, render};

#[derive(Template)]
#[template(path = "fault.html")]
struct FaultPage<'a> {
    w: &'static Words,
    here: Here,
    text: &'a str,
}

/// Says a fault to who asked.
pub(super) async fn say(reader: Reader, request: Request, next: Next) -> Response {
    let is_program = request.uri().path().starts_with("/api/");
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let above = match request.uri().path().rsplit_once('/') {
        Some((above, _)) if !above.is_empty() => above.to_owned(),
        _ => "/".to_owned(),
    };
    let response = next.run(request).await;
    let status = response.status();
    let is_lost = status == StatusCode::METHOD_NOT_ALLOWED && is_read && !is_program;
    let fault = match response.extensions().get::<Fault>() {
        Some(fault) => fault.clone(),
        // A page that says itself what is wrong.
        None if response.headers().get(CONTENT_TYPE).is_some_and(is_page) => return response,
        // The page of a form that was not taken, loaded anew: what it belongs to.
        None if is_lost => return Redirect::to(&above).into_response(),
        // What the frame refuses by itself.
        None if status.is_client_error() || status.is_server_error() => match status.as_u16() {
            404 => Fault::NotFound,
            413 => Fault::TooLarge,
            500.. => Fault::Broken,
            _ => {
                let reason = status.canonical_reason().unwrap_or_default();
                Fault::Unusable(if is_program {
                    reason.into()
                } else {
                    format!("{} ({reason})", reader.words.odd_form).into()
                })
            }
        },
        None => return response,
    };
    let words = if is_program { &EN } else { reader.words };
    let text = text(&fault, words);
    if is_program {
        let error = ErrorJson {
            kind: kind(&fault),
            message: text,
        };
        return (status, Json(ErrorBody { error })).into_response();
    }
    let page = FaultPage {
        w: words,
        here: Here {
            // What one asked for may not be there to be read.
            path: "/".to_owned(),
            ..Here::new(&reader)
        },
        text: &text,
    };
    (status, html(&page)).into_response()
}

fn is_page(kind: &HeaderValue) -> bool {
    kind.as_bytes().starts_with(b"text/html")
}

/// A fault in words.
pub(crate) fn text(fault: &Fault, words: &Words) -> String {
    let with = |text: &str, number: i64| text.replace("{}", &number.to_string());
    let text = match fault {
        Fault::Unusable(reason) => return render(reason, words).text,
        Fault::TooLarge => words.large_form,
        Fault::Slow => words.slow_form,
        Fault::NotFound => words.not_found,
        Fault::DeadLink => words.dead_link,
        Fault::DeadInvitation => words.dead_invitation,
        Fault::Stranger => words.stranger,
        Fault::Token => words.bad_token,
        Fault::Scope(scope) => return format!("{} {scope}", words.need_scope),
        Fault::Foreign => words.foreign,
        Fault::Declined(declined) => match declined {
            Declined::Closed => words.declined_closed,
            Declined::OtherProblem => words.other_problem,
            Declined::Tokens => words.declined_tokens,
            Declined::Often { .. } => words.declined_often,
            Declined::Waiting { .. } => words.declined_waiting,
            Declined::Searches { per_hour } => return with(words.declined_searches, *per_hour),
            Declined::Hacks { per_hour } => return with(words.declined_hacks, *per_hour),
            Declined::Hits { per_hour } => return with(words.declined_hits, *per_hour),
            Declined::Taken => words.taken,
            Declined::Full => words.declined_full,
            Declined::Crowded => words.declined_crowded,
            Declined::Address => words.declined_address,
            Declined::Removed => words.not_found,
        },
        Fault::Broken => words.broken,
    };
    text.to_owned()
}

/// What programs tell faults apart by.
fn kind(fault: &Fault) -> &'static str {
    match fault {
        Fault::NotFound | Fault::DeadLink | Fault::DeadInvitation => "not-found",
        Fault::Stranger | Fault::Token => "unauthorized",
        Fault::Scope(_) => "scope",
        Fault::Foreign => "foreign-origin",
        Fault::Unusable(_) | Fault::TooLarge | Fault::Slow => "unusable",
        Fault::Declined(declined) => match declined {
            Declined::Closed => "closed",
            Declined::OtherProblem => "unusable",
            Declined::Often { .. }
            | Declined::Searches { .. }
            | Declined::Hacks { .. }
            | Declined::Hits { .. }
            | Declined::Crowded
            | Declined::Address => "rate",
            Declined::Removed => "not-found",
            Declined::Waiting { .. } => "queue",
            Declined::Taken => "taken",
            Declined::Full | Declined::Tokens => "full",
        },
        Fault::Broken => "unavailable",
    }
}
