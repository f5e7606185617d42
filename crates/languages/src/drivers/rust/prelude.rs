// Names that a Rust submission may use without importing them.

pub use std::cell::RefCell;
pub use std::cmp::*;
pub use std::collections::*;
pub use std::rc::Rc;

pub struct Solution;
