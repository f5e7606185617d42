//! Reads recipes and draws cases from them.

mod draw;
mod recipe_file;

pub(crate) use draw::CaseSampler;
pub(crate) use recipe_file::{Recipe, no_move_limit_message};

#[cfg(test)]
mod tests;
