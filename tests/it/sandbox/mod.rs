//! The sandbox, seen from inside it and from outside.

mod ends;
mod isolation;
mod limits;
mod run;
