//! Text for people: the table of submissions, and sentences that several formats share.

pub(crate) mod columns;
pub(crate) mod failing;
pub(crate) mod grid;
pub(crate) mod names;
pub(crate) mod sentences;
pub(crate) mod style;
pub(crate) mod table;
pub(crate) mod terminal;
pub(crate) mod units;

pub use failing::{failing_instance, show_failing};
pub use style::TerminalStyle;
pub use terminal::{faults, refusals};
pub use units::{count, counted, time};
