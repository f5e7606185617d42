//! The pages of a submission: its verdict, rejudging it, and trying to break it.

mod compiler;
mod page;
mod rejudge;
mod trials;

pub(crate) use page::{case, submission, verdict_of};
pub(crate) use rejudge::{cancel, cancel_one, judge_one, rejudge};
pub(crate) use trials::{hack, hack_post, hacks, search};
