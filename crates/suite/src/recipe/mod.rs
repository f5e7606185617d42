//! Reads recipes and draws cases from them.

mod case_sampler;
mod recipe_file;

pub(crate) use case_sampler::CaseSampler;
pub(crate) use recipe_file::{Recipe, no_move_limit_message};

#[cfg(test)]
mod tests;
