//! Problems that users define: the constraints of their arguments, which check, generate
//! and shrink cases.
//!
//! Nothing here does I/O, reads a clock or iterates over a hash map: the same seed gives the
//! same cases on every machine.

mod constraints;
mod generate;
mod shrink;

pub use constraints::{Constraints, Line, Violation};
pub use generate::{Shape, generate};
pub use shrink::shrink;

#[cfg(test)]
mod tests;
