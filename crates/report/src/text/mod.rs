//! Human-readable text: the table of submissions, and sentences that several formats share.

pub(crate) mod columns;
pub(crate) mod failing_case;
pub(crate) mod grid;
pub(crate) mod names;
pub(crate) mod sentences;
pub(crate) mod style;
pub(crate) mod table;
pub(crate) mod terminal;
pub(crate) mod units;

pub use failing_case::{describe_arguments, describe_failures, failing_instance, format_usage};
pub use style::OutputStyle;
pub use terminal::failure_lines;
pub use units::{format_count, format_number};
