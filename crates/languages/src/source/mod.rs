//! The text of a submission without comments and strings, and searching in this text.

mod code;
mod fence;
mod pattern;
pub(crate) mod scan_counter;

pub use code::{Code, Syntax};
pub use fence::Fence;
pub(crate) use fence::{line_number, opens_fence};
pub(crate) use pattern::Pattern;
