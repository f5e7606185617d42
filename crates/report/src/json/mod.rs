//! The JSON report, described in `docs/json.md`.

mod report;
mod safe;

pub use report::Report;
pub(super) use safe::SafeJson;
