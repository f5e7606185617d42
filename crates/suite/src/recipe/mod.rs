//! Recipes, and drawing cases from them.

mod draw;
mod recipe_file;

pub(crate) use draw::Drawer;
pub use draw::{CustomGenerators, NoCustomGenerators};
pub(crate) use recipe_file::{Recipe, no_move_limit};

#[cfg(test)]
mod tests;
