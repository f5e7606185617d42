//! Small changes to instances: simplifications, which shrink a failing case, and random variations,
//! with which a search looks for instances with a goal such as a long win.

mod graph;
mod grid;

/// A function that returns a random number below its argument, which must be at least 1.
pub type RandomSource<'a> = &'a mut dyn FnMut(usize) -> usize;
