//! The text of a submission without comments and strings, and searches in it.

mod code;
mod fence;
mod pattern;
pub(crate) mod steps;
mod syntax;

pub use code::Code;
pub use fence::Fence;
pub(crate) use fence::opens_backtick_fence;
pub(crate) use pattern::Pattern;
pub use syntax::Syntax;
