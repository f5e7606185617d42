//! Source mutants: copies of a correct program that contain one small mistake.
//!
//! [`find_mutations`] lists the possible mutations of a source, in any language for which
//! [`is_supported`] returns true. The function is pure: it takes text and returns mutations. If the
//! source is not trusted, call the function in a sandbox, because the parsers are written in C.

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
