//! The pages about a submission: its verdict, and hacks against the submission.

mod attempts;
mod compiler;
mod hacks;
mod page;

pub(super) use compiler::annotated_lines;
pub(crate) use hacks::{hack_page, show_hacks, submit_hack};
pub(super) use page::reason_text;
pub(crate) use page::{failing_case_json, show_submission, submission_progress};
