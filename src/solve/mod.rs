//! Reference solvers, their slow obvious twins, and optimal play.
