//! The interface for programs, `/api/v1`: JSON, and tokens with scopes.

mod batch;
mod description;
mod rooms;
mod tokens;

pub(crate) use batch::judge;
pub(crate) use description::description;
pub(crate) use rooms::{again, cancel, rooms, submission, submit};
pub(crate) use tokens::{make_token, own_token, remove_token, tokens};

/// What a token may allow.
pub(crate) const SCOPES: [&str; 3] = ["read", "submit", "judge"];
