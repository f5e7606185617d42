//! Small changes that turn an instance into a simpler one, for shrinking, or into a similar one,
//! for searching.

mod graph;
mod grid;

/// A function that returns a random number below its argument, which must be at least 1.
pub type RandomSource<'a> = &'a mut dyn FnMut(usize) -> usize;
