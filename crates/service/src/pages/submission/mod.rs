//! The pages about a submission: its verdict, and hacks against the submission.

mod attempts;
mod compiler;
mod hacks;
mod page;

pub(crate) use hacks::{hack, hack_post, hacks};
pub(crate) use page::{case, submission};
