//! The JSON report: one object, described in `docs/json.md`.

mod fields;
mod fill;
mod mutants;
mod safe;

pub(super) use fields::{JsonCase, JsonSubmission};
pub use fields::{JsonRefused, Report};
pub(super) use fill::shown;
pub use mutants::{JsonInstance, JsonMutated, JsonSurvivor, MutantReport};
pub(super) use safe::line;
