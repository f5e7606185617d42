//! The JSON API, `/api/v1`. API clients authenticate with the owner's tokens, which have scopes.

mod batch;
mod info;
mod suites;

pub(crate) use batch::judge_batch;
pub(crate) use info::describe_server;
pub(crate) use suites::{has_suite, put_suite};

/// The scopes that a token can have.
pub(crate) const SCOPES: [&str; 3] = ["metrics", "judge", "suites"];
