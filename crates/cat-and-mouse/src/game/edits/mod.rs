//! Small changes to instances. Simplifications shrink a failing case. Random variations help a
//! search to find instances with a property such as a long win.

mod graph;
mod grid;

/// A function that returns a random number below its argument, which must be at least 1.
pub type RandomSource<'a> = &'a mut dyn FnMut(usize) -> usize;
