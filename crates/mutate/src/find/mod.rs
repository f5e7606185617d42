//! Finds the possible mutations of a source.

mod calls;
mod expressions;
mod finder;
mod statements;
pub(crate) mod walk;
