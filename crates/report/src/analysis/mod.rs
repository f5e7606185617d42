//! Compares runs, and measures how far solutions are from the limits.

mod compare;
mod limit_margins;

pub use compare::Comparison;
pub use limit_margins::LimitMargins;
