//! Finds the changes that can be made to a source.

mod calls;
mod expressions;
mod finder;
mod statements;
pub(crate) mod walk;
