// What a Rust submission may use without saying so.

pub use std::cell::RefCell;
pub use std::cmp::*;
pub use std::collections::*;
pub use std::rc::Rc;

pub struct Solution;
