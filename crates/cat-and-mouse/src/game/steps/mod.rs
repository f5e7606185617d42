//! Small changes to instances: to simpler instances, for shrinking, and to similar instances, for
//! searching.

mod graph;
mod grid;

/// A random number generator: returns a number below its argument, which must be at least 1.
pub type Draw<'a> = &'a mut dyn FnMut(usize) -> usize;
