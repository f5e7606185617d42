//! The pages of a submission: its verdict, and trying to break it.

mod compiler;
mod hacks;
mod page;

pub(crate) use hacks::{hack, hack_post, hacks, search};
pub(crate) use page::{case, submission, verdict_of};
