//! Recognises the language, form and problem of a submission.

#[expect(clippy::module_inception, reason = "the step that joins the others")]
mod detect;
mod detected;
mod fence_hint;
mod form;
mod misplaced;

pub use detect::detect;
pub use detected::{Detected, FormDoubt, Hints};
pub use fence_hint::fence_hint;
pub use misplaced::misplaced;
