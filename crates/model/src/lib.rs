//! The data that the crates of Mousetrap exchange: problems, cases, limits, verdicts,
//! judgements and events. All of it is plain data without I/O and without a clock, and
//! logs, databases, interfaces and reports hold these types and no others.

mod case;
mod clock;
mod form;
mod limits;
mod problem;
mod verdict;

pub mod points;

pub use case::CaseId;
pub use clock::Clock;
pub use form::Form;
pub use limits::{LimitOverrides, Limits};
pub use problem::Problem;
pub use verdict::Verdict;
