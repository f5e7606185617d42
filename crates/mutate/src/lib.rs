//! Source mutants: copies of a correct program that contain one small mistake.
//!
//! [`find_mutations`] lists the possible mutations of a source, in any language for which
//! [`is_supported`] returns true. This is a pure function, which takes text and returns mutations.
//! Call it in a sandbox if the source is not trusted, because the parsers are written in C.

mod find;
mod grammar;
mod mutation;
mod node_context;
mod operators;
#[cfg(test)]
mod tests;

pub use find::walk::find_mutations;
pub use grammar::is_supported;
pub use mutation::{Mutation, MutationClass};
