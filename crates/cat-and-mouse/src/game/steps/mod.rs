//! Small steps from one instance to another: towards simpler ones, for
//! shrinking, and sideways, for searching.

mod graph;
mod grid;

/// Draws a number below its argument, which is at least 1.
pub type Draw<'a> = &'a mut dyn FnMut(usize) -> usize;
