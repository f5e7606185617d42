//! What a program sends, and what is wrong with it.

use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;

use crate::fault::Fault;

/// Why a body is not what a call takes, of which the largest has so many MiB.
pub(super) fn unreadable(error: &JsonRejection, most: usize) -> Fault {
    let text = error.body_text();
    let reason = match error {
        JsonRejection::MissingJsonContentType(_) => {
            "the body is not said to be JSON; send the header content-type: application/json"
                .to_owned()
        }
        error if error.status() == StatusCode::PAYLOAD_TOO_LARGE => format!(
            "the body is larger than {most} MiB, the most that this call takes; send less, or in \
             several calls"
        ),
        _ => {
            // What the parser says follows what the frame does.
            let reason = text
                .split_once(": ")
                .map_or(text.as_str(), |(_, reason)| reason);
            format!("the body is not what /api/v1/openapi.json describes: {reason}")
        }
    };
    Fault::Unusable(reason.into())
}
