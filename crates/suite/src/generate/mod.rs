//! Families of instances. A family is a function that draws instances of one kind from a
//! [`Stream`].
//!
//! This module does no I/O, reads no clock and iterates over no hash map, so the same stream gives
//! the same instances on every machine.

mod family;
mod graph;
mod grid;
mod registry;
mod settings;
mod stream;

pub use family::{Family, Parameter};
pub use registry::{families_of, family_by_name, unknown_family_message};
pub use settings::{Range, Settings};
pub use stream::{Seed, Stream};

#[cfg(test)]
mod tests;
