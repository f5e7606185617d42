//! The interface for programs, `/api/v1`: JSON, and tokens with scopes.

use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;

use crate::fault::Fault;

mod batch;
mod description;
mod info;
mod rooms;
mod suites;

pub(crate) use batch::judge;
pub(crate) use description::description;
pub(crate) use info::info;
pub(crate) use rooms::{again, cancel, rooms, submission, submit};
pub(crate) use suites::{has_suite, put_suite};

/// The scopes that a token of the owner can have.
pub(crate) const SCOPES: [&str; 3] = ["read", "judge", "suites"];

/// Returns the fault for a body that is not what a call takes, which is at most this large.
pub(super) fn unreadable(error: &JsonRejection, max_mib: usize) -> Fault {
    let text = error.body_text();
    let reason = match error {
        JsonRejection::MissingJsonContentType(_) => {
            "the content type of the body is not JSON; send the header content-type: application/json"
                .to_owned()
        }
        error if error.status() == StatusCode::PAYLOAD_TOO_LARGE => format!(
            "the body is larger than {max_mib} MiB, the maximum of this call; send less, or in \
             several calls"
        ),
        _ => {
            // The framework writes its own text before the parser's reason.
            let reason = text
                .split_once(": ")
                .map_or(text.as_str(), |(_, reason)| reason);
            format!("the body does not have the form in /api/v1/openapi.json: {reason}")
        }
    };
    Fault::Unusable(reason.into())
}
