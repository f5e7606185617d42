//! Reads recipes and draws cases from them.

mod draw;
mod recipe_file;

pub(crate) use draw::CaseDrawer;
pub use draw::{CustomGeneratorError, CustomGenerators, NoCustomGenerators};
pub(crate) use recipe_file::{Recipe, no_move_limit_message};

#[cfg(test)]
mod tests;
