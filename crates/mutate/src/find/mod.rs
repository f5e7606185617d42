//! Finds the possible mutations of a source.

mod calls;
mod expressions;
mod finder;
pub(crate) mod walk;
