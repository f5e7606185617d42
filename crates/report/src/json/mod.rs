//! The JSON report: one object, described in `docs/json.md`.

mod fields;
mod fill;
mod mutants;
mod part;
mod safe;
mod stress;

pub(super) use fields::{JsonCase, JsonSubmission};
pub use fields::{JsonRefused, Report};
pub use mutants::{JsonInstance, JsonMutated, JsonSurvivor, MutantReport};
pub use part::JsonPart;
pub(super) use safe::line;
pub use stress::{JsonFailure, JsonStressed, StressReport};
