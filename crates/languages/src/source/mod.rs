//! The text of a submission without comments and strings, and searches in it.

mod code;
mod fence;
mod pattern;
pub(crate) mod steps;

pub use code::{Code, Syntax};
pub use fence::Fence;
pub(crate) use fence::{line_number, opens_fence};
pub(crate) use pattern::Pattern;
