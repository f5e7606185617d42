//! Source mutants: a program with one small mistake, made from a right one.
//!
//! [`find`] lists the changes that one table of operators knows for a source, in
//! any of the languages of [`speaks`]; [`weave`] writes many of them into one
//! program that is told by its environment which one to have. Both are pure: text
//! in, text out. Parsing a stranger's source belongs in a sandbox.

mod find;
mod grammar;
mod mutation;
mod operators;
mod sites;
#[cfg(test)]
mod tests;
mod weave;

pub use find::walk::{Unparsed, find};
pub use grammar::speaks;
pub use mutation::{Class, Mutation, Shape};
pub use weave::{Woven, variable, weave};
