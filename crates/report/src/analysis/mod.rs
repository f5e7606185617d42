//! Compares runs, and measures how far solutions are from the limits.

mod compare;
mod margins;
mod need;

pub use compare::Comparison;
pub use margins::Margins;
