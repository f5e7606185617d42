//! The reasons why requests fail, and the response to a failed request: a page for browsers, or JSON
//! for API clients.

use askama::Template;
use axum::Json;
use axum::extract::Request;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use mousetrap_model::Message;
use serde_json::{Value, json};
use tokio::task::JoinError;

use crate::judging::RequirementsError;
use crate::store::{DeclineReason, MAX_HACKS_PER_HOUR, MAX_SUCCESSFUL_HACKS_PER_HOUR, StoreError};
use crate::texts::{EN, Texts, expand_template, render};
use crate::web::{FormError, Viewer, html, redirect};

/// The reason why a request fails. [`crate::web`] turns it into a page for browsers and into JSON
/// for API clients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HttpError {
    /// The path does not exist, or the client is not allowed to know that it exists.
    NotFound,
    /// An invalid personal link.
    DeadLink,
    /// An invalid invitation link.
    DeadInvitation,
    /// The client is not logged in.
    NotLoggedIn,
    /// An API client sent no token, or an invalid one.
    InvalidToken,
    /// The API token does not have this scope.
    MissingScope(&'static str),
    /// A page of another site sent a request that would change data.
    CrossOrigin,
    /// The request is invalid. Contains the reason.
    Unusable(Message),
    /// The submitted form lacks fields that the page's form has.
    Malformed,
    /// The form was refused. Contains the reason.
    Form(FormError),
    /// The body is too large.
    TooLarge,
    /// A client that is not logged in took too long to send its request.
    Timeout,
    /// A room refuses the request.
    Declined(DeclineReason),
    /// The service cannot store anything at the moment.
    Unavailable,
}

/// The response or another value that a request needs, or the reason why the request fails.
pub(crate) type HttpResult<T = Response> = Result<T, HttpError>;

impl From<Message> for HttpError {
    fn from(reason: Message) -> Self {
        Self::Unusable(reason)
    }
}

impl HttpError {
    /// Returns the HTTP status, the error kind for API clients, and the name of the message for
    /// browsers.
    const fn response_parts(&self) -> (StatusCode, &'static str, &'static str) {
        use StatusCode as Status;
        const TOO_MANY_REQUESTS: StatusCode = StatusCode::TOO_MANY_REQUESTS;
        match self {
            Self::NotFound => (Status::NOT_FOUND, "not-found", "not_found"),
            Self::DeadLink => (Status::NOT_FOUND, "not-found", "dead_link"),
            Self::DeadInvitation => (Status::NOT_FOUND, "not-found", "dead_invitation"),
            Self::NotLoggedIn => (Status::UNAUTHORIZED, "unauthorized", "stranger"),
            Self::InvalidToken => (Status::UNAUTHORIZED, "unauthorized", "bad_token"),
            Self::MissingScope(_) => (Status::FORBIDDEN, "scope", "need_scope"),
            Self::CrossOrigin => (Status::FORBIDDEN, "foreign-origin", "foreign"),
            Self::Unusable(_) | Self::Malformed | Self::Form(_) => {
                (Status::UNPROCESSABLE_ENTITY, "unusable", "odd_form")
            }
            Self::TooLarge => (Status::PAYLOAD_TOO_LARGE, "unusable", "large_form"),
            Self::Timeout => (Status::REQUEST_TIMEOUT, "unusable", "slow_form"),
            Self::Unavailable => (Status::SERVICE_UNAVAILABLE, "unavailable", "broken"),
            Self::Declined(declined) => match declined {
                DeclineReason::Removed => Self::NotFound.response_parts(),
                DeclineReason::OtherProblem => {
                    (Status::UNPROCESSABLE_ENTITY, "unusable", "other_problem")
                }
                DeclineReason::Closed => (Status::CONFLICT, "closed", "declined_closed"),
                DeclineReason::NameTaken => (Status::CONFLICT, "taken", "taken"),
                DeclineReason::RoomFull => (Status::CONFLICT, "full", "declined_full"),
                DeclineReason::WaitingLimit => (TOO_MANY_REQUESTS, "queue", "declined_waiting"),
                DeclineReason::SubmissionLimit => (TOO_MANY_REQUESTS, "rate", "declined_often"),
                DeclineReason::HackLimit => (TOO_MANY_REQUESTS, "rate", "declined_hacks"),
                DeclineReason::SuccessfulHackLimit => (TOO_MANY_REQUESTS, "rate", "declined_hits"),
            },
        }
    }

    pub(crate) const fn status(&self) -> StatusCode {
        self.response_parts().0
    }

    /// Returns the error as JSON for API clients.
    pub(crate) fn json(&self) -> Value {
        json!({"error": {"kind": self.response_parts().1, "message": self.text(&EN)}})
    }

    /// Returns the human-readable text of the error.
    pub(crate) fn text(&self, texts: &Texts) -> String {
        let argument = match self {
            Self::Unusable(reason) => return render(reason, texts),
            Self::Form(error) => return error.text.clone(),
            Self::MissingScope(scope) => (*scope).to_owned(),
            Self::Declined(DeclineReason::HackLimit) => MAX_HACKS_PER_HOUR.to_string(),
            Self::Declined(DeclineReason::SuccessfulHackLimit) => {
                MAX_SUCCESSFUL_HACKS_PER_HOUR.to_string()
            }
            _ => String::new(),
        };
        expand_template(&texts[self.response_parts().2], |_| argument.clone())
    }

    /// Returns the form error that the page shows if a form was refused or a room declined the
    /// request. A declined request is reported next to `field`. Returns any other error unchanged,
    /// as `Err`.
    pub(crate) fn form_error(self, field: &'static str, texts: &Texts) -> Result<FormError, Self> {
        match self {
            Self::Form(error) => Ok(error),
            Self::Declined(_) => Ok(FormError {
                status: self.status(),
                ..FormError::new(field, self.text(texts))
            }),
            error => Err(error),
        }
    }
}

impl From<FormError> for HttpError {
    fn from(error: FormError) -> Self {
        Self::Form(error)
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<StoreError> for HttpError {
    fn from(error: StoreError) -> Self {
        if let StoreError::Declined(reason) = error {
            return Self::Declined(reason);
        }
        tracing::error!(%error, "a database operation failed");
        Self::Unavailable
    }
}

impl From<JoinError> for HttpError {
    fn from(error: JoinError) -> Self {
        tracing::error!(%error, "a task of a request failed");
        Self::Unavailable
    }
}

impl From<RequirementsError> for HttpError {
    fn from(error: RequirementsError) -> Self {
        tracing::error!(%error, "cannot queue a task");
        Self::Unavailable
    }
}

#[derive(Template)]
#[template(path = "http_error.html")]
struct HttpErrorPage {
    viewer: Viewer,
    text: String,
}

/// Adds a body to the response to a failed request.
pub(crate) async fn show_http_error(mut viewer: Viewer, request: Request, next: Next) -> Response {
    let mut programs = ["/api/", "/metrics", "/readyz"].iter();
    let is_browser = !programs.any(|start| viewer.path.starts_with(start));
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let response = next.run(request).await;
    let status = response.status();
    let is_page = |kind: &HeaderValue| kind.as_bytes().starts_with(b"text/html");
    let error = match response.extensions().get::<HttpError>() {
        Some(error) => error.clone(),
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
            404 => HttpError::NotFound,
            413 => HttpError::TooLarge,
            500.. => HttpError::Unavailable,
            _ => {
                let reason = status.canonical_reason().unwrap_or_default();
                HttpError::Unusable(format!("{} ({reason})", &viewer["odd_form"]).into())
            }
        },
    };
    if !is_browser {
        return (status, Json(error.json())).into_response();
    }
    let text = error.text(viewer.texts);
    // The client may not be allowed to know the content of the path.
    "/".clone_into(&mut viewer.path);
    (status, html(&HttpErrorPage { viewer, text })).into_response()
}
