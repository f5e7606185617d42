//! Families of instances. A family is a function that draws instances of one kind from a
//! [`RandomStream`].
//!
//! This module performs no I/O, and never reads the clock or iterates over a hash map, so a given
//! stream yields the same instances on every machine.

mod family;
mod graph;
mod grid;
mod parameter_ranges;
mod random_stream;
mod registry;

pub use family::{Family, Parameter};
pub use parameter_ranges::{ParameterRanges, Range};
pub use random_stream::{RandomStream, Seed};
pub use registry::{families_of, family_by_name, unknown_family_message};

#[cfg(test)]
mod tests;
