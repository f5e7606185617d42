//! The pages of a submission: its verdict, and hacks of it.

mod attempts;
mod compiler;
mod hacks;
mod page;

pub(crate) use hacks::{hack, hack_post, hacks};
pub(crate) use page::{case, submission};
