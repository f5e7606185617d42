//! The language table: the embedded rows and the overrides of a configuration.

mod detection_rules;
mod embedded_rows;
mod language;
mod languages;
mod regexes;
mod row;

pub(crate) use detection_rules::{CaseConvention, DetectionRules, EntryLocation};
pub(crate) use language::WrapMethod;
pub use language::{BindPolicy, Commands, Hint, Language, PhasePermissions};
pub use languages::Languages;
pub use regexes::{Exception, TableRegex};
pub use row::TableError;
