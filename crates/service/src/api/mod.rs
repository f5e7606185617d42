//! The interface for programs, `/api/v1`: JSON, and tokens with scopes.

mod batch;
mod body;
mod description;
mod rooms;

pub(crate) use batch::judge;
pub(crate) use description::description;
pub(crate) use rooms::{again, cancel, rooms, submission, submit};

/// What a token of the owner's may allow.
pub(crate) const SCOPES: [&str; 2] = ["read", "judge"];
