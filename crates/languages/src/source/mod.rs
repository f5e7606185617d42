//! Strips comments and strings from the text of a submission, and searches the result.

mod code;
mod fence;
mod pattern;
pub(crate) mod scanned_bytes_counter;

pub(crate) use code::blank_text;
pub use code::{SourceText, Syntax};
pub use fence::Fence;
pub(crate) use fence::opens_fence;
pub(crate) use pattern::Pattern;
