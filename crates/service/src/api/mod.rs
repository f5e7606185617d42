//! The interface for programs, `/api/v1`: JSON, and tokens with scopes.

mod batch;
mod body;
mod description;
mod info;
mod rooms;
mod suites;

pub(crate) use batch::judge;
pub(crate) use description::description;
pub(crate) use info::info;
pub(crate) use rooms::{again, cancel, rooms, submission, submit};
pub(crate) use suites::{has_suite, put_suite};

/// What a token of the owner's may allow.
pub(crate) const SCOPES: [&str; 3] = ["read", "judge", "suites"];
