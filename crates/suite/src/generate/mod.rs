//! Families of instances: functions that draw instances of one kind from a [`Stream`].
//!
//! Nothing here does I/O, reads a clock or iterates over a hash map: the same stream gives
//! the same instances on every machine.

mod family;
mod graph;
mod grid;
mod registry;
mod settings;
mod stream;

pub use family::{Family, Parameter};
pub use registry::{by_name, no_family, of_game};
pub use settings::{Range, Settings};
pub use stream::{Seed, Stream};

#[cfg(test)]
mod tests;
