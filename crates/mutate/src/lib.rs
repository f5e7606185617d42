//! Source mutants: a correct program with one small mistake.
//!
//! [`find()`] lists the changes to a source in any language for which [`speaks`] returns
//! true. [`weave()`] writes many of them into one program, which an environment variable
//! switches to one of them. Both are pure: text in, text out. Parse untrusted sources in a
//! sandbox.

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
