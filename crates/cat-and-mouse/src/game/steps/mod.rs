//! Small steps between instances: to simpler ones, for shrinking, and to similar ones, for
//! searching.

mod graph;
mod grid;

/// Draws a number below its argument, which is at least 1.
pub type Draw<'a> = &'a mut dyn FnMut(usize) -> usize;
