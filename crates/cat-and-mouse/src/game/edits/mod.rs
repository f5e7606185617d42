//! Small changes that turn an instance into a simpler one, for shrinking, or into a similar one,
//! for searching.

mod graph;
mod grid;

/// A source of random numbers. It returns a number below its argument, which must be at least 1.
pub type RandomSource<'a> = &'a mut dyn FnMut(usize) -> usize;
