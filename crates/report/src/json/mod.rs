//! The JSON report: one object, described in `docs/json.md`.

mod fields;
mod fill;
mod safe;

pub use fields::Report;
pub(super) use fields::{JsonCase, JsonSubmission};
pub(super) use fill::shown;
pub(super) use safe::line;
