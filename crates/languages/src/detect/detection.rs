//! The results of detection, and the facts that a caller can provide.

use std::sync::Arc;

use crate::source::SourceText;
use crate::table::Language;
use mousetrap_model::{Form, Message, Problem};

/// Facts about a submission that the caller knows before detection.
#[derive(Clone, Copy, Debug, Default)]
pub struct KnownFacts<'a> {
    /// All problems that a submission may solve.
    pub problems: &'a [Arc<Problem>],
    /// The problem, if it is known.
    pub problem: Option<&'a Problem>,
    /// The form, if it is known.
    pub form: Option<Form>,
}

impl<'a> KnownFacts<'a> {
    /// Collects the known facts about a submission. `None` stands for an unknown problem or form.
    pub fn new(
        problems: &'a [Arc<Problem>],
        problem: Option<&'a Arc<Problem>>,
        form: Option<Form>,
    ) -> Self {
        Self {
            problems,
            problem: problem.map(|problem| &**problem),
            form,
        }
    }
}

/// The detected language, form and problem of a submission, and its source.
#[derive(Clone, Debug)]
pub struct Detection<'a> {
    /// The detected language.
    pub language: &'a Language,
    /// The detected form.
    pub form: Form,
    /// The problem, if it is known. The source of a complete program does not show
    /// which problem it solves.
    pub problem: Option<&'a Problem>,
    /// All problems that the submission may solve.
    pub problems: &'a [Arc<Problem>],
    /// The source of the submission.
    pub code: SourceText,
    /// Why the form is uncertain, or `None` if only one form is possible.
    pub ambiguity: Option<FormAmbiguity>,
}

/// The reason why a submission is judged in one form although the other form is possible.
#[derive(Clone, Debug)]
pub struct FormAmbiguity {
    /// Why the submission is judged in this form.
    pub why: Message,
    /// Whether a failure of the submission is probably due to a wrongly detected form.
    pub(super) likely: bool,
}

impl FormAmbiguity {
    /// Combines this explanation with the reason for a failure. The more likely cause comes first.
    pub fn with_reason(&self, reason: Message) -> Message {
        let why = self.why.clone();
        if !self.likely {
            return reason.with_remark(why);
        }
        Message::LikelyCause {
            cause: why.into(),
            problem: reason.into(),
        }
    }
}
