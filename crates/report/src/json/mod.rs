//! The JSON report: one object, described in `docs/json.md`.

mod fields;
mod fill;

pub use fields::Report;
pub(super) use fields::{JsonCase, JsonSubmission};
