//! Compares runs, and measures how far solutions are from the limits.

mod compare;
mod margins;
mod relative_usage;

pub use compare::Comparison;
pub use margins::Margins;
