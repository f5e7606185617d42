//! The sandbox, seen from inside it and from outside.

mod attacks;
mod ends;
pub(crate) mod gone;
mod hidden;
mod isolation;
mod limits;
mod nobody;
mod run;
