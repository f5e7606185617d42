//! Detection of the language, the form and the problem of a submission.

#[expect(
    clippy::module_inception,
    reason = "the file contains the function `detect`"
)]
mod detect;
mod detected;
mod fence_hint;
mod form;
mod misplaced_entry;

pub use detect::detect;
pub use detected::{Detected, FormAmbiguity, Hints};
pub use fence_hint::fence_hint;
pub use misplaced_entry::misplaced_entry_hint;
