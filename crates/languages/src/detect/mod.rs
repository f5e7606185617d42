//! Detection of the language, the form and the problem of a submission.

#[expect(
    clippy::module_inception,
    reason = "the file is named after its main function, `detect`"
)]
mod detect;
mod detection;
mod fence_hint;
mod form;
mod misplaced_entry_point;

pub use detect::detect;
pub use detection::{Detection, FormAmbiguity, KnownFacts};
pub use fence_hint::fence_hint;
pub use misplaced_entry_point::entry_point_hint;
