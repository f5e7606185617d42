//! Families of instances, and the recipes that name them.
//!
//! A [`Family`] draws instances of one kind from a [`Stream`]; a `Recipe`
//! lists families with parameters, seed and count. Nothing here does I/O,
//! reads a clock or walks a hash map: the same recipe gives the same instances
//! on every machine.

mod dice;
mod family;
mod graph;
mod grid;
mod recipe;
mod registry;
mod settings;
mod stream;

pub use family::{Family, Parameter};
pub(crate) use recipe::{Recipe, RecipeRow, Source};
pub use registry::{by_name, of_problem};
pub use settings::{Range, Settings};
pub use stream::{Seed, Stream};

#[cfg(test)]
mod tests;
