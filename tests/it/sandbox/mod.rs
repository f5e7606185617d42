//! The sandbox, seen from inside it and from outside.

mod attacks;
mod compile_output;
mod ends;
mod flood;
mod gone;
mod hidden;
mod isolation;
mod limits;
mod nobody;
mod run;
