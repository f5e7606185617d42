//! Comparison of runs, and the distance of solutions from their limits.

mod compare;
mod margins;
mod need;

pub use compare::Comparison;
pub use margins::Margins;
