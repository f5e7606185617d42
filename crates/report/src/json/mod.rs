//! The JSON report: one object, described in `docs/json.md`.

mod mutants;
mod part;
mod read;
mod report;
mod safe;
mod stress;

pub use mutants::{JsonInstance, JsonMutated, JsonSurvivor, MutantReport};
pub use part::JsonPart;
pub use read::ReadReportError;
pub use report::{Report, is_labelled, is_right};
pub(super) use safe::line;
pub use stress::{JsonFailure, JsonStressed, StressReport};
