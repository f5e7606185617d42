//! The JSON reports, described in `docs/json.md` and `docs/setter-json.md`.

mod mutants;
mod report;
mod safe;
mod stress;

pub use mutants::{JsonInstance, JsonMutated, JsonSurvivor, MutantReport};
pub use report::Report;
pub(super) use safe::SafeJson;
pub use stress::{JsonFailure, JsonPart, JsonStressed, StressReport};

/// The JSON text of a value, ending in a newline.
fn pretty(value: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(value).expect("all keys are text") + "\n"
}
