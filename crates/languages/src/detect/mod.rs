//! Detection of the language, the form and the problem of a submission.

mod detection;
mod fence_hint;
mod form;
mod misplaced_entry_point;
mod submission;
mod unclosed_brace;

pub use detection::{Detection, FormAmbiguity, KnownFacts};
pub use fence_hint::fence_hint;
pub use misplaced_entry_point::entry_point_hint;
pub use submission::detect;
pub use unclosed_brace::unclosed_brace_hint;
