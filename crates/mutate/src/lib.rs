//! Source mutants: copies of a correct program that contain one small mistake.
//!
//! [`find()`] lists the possible changes to a source, in any language for which [`is_supported`]
//! returns true. It is a pure function from text to mutations. Call it in a sandbox if the source
//! is not trusted, because the parsers are written in C.

mod find;
mod grammar;
mod mutation;
mod operators;
mod sites;
#[cfg(test)]
mod tests;

pub use find::walk::{FindError, find};
pub use grammar::is_supported;
pub use mutation::{Class, Mutation};
