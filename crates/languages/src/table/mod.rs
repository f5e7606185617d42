//! The language table: the embedded rows and the overrides of a configuration.

mod commands;
mod detection_rules;
mod embedded_rows;
mod exception;
mod expression;
mod language;
mod languages;
mod row;

pub use commands::{Commands, PhasePermissions};
pub(crate) use detection_rules::{CaseConvention, DetectionRules, EntryLocation};
pub use exception::Exception;
pub use expression::{LazyRegex, RegexTemplate};
pub(crate) use language::WrapMethod;
pub use language::{BindPolicy, Hint, Language};
pub use languages::Languages;
pub use row::TableError;
