//! The results of detection, and the hints that a caller can provide.

use std::sync::Arc;

use crate::source::Code;
use crate::table::Language;
use mousetrap_model::{Form, Message, Problem};

/// The caller's information about a submission before detection.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hints<'a> {
    /// All problems that a submission may solve.
    pub problems: &'a [Arc<Problem>],
    /// The problem, if it is known.
    pub problem: Option<&'a Problem>,
    /// The form, if it is known.
    pub form: Option<Form>,
}

impl<'a> Hints<'a> {
    /// Returns hints for submissions, optionally for one problem or in one form.
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

/// A submission whose language and form have been detected.
#[derive(Clone, Debug)]
pub struct Detected<'a> {
    /// The detected language.
    pub language: &'a Language,
    /// The detected form.
    pub form: Form,
    /// The problem, if it is known. A whole program does not reveal which problem it solves.
    pub problem: Option<&'a Problem>,
    /// All problems that the submission may solve.
    pub problems: &'a [Arc<Problem>],
    /// The source of the submission.
    pub code: Code,
    /// Why the form is uncertain, or `None` if only one form is possible.
    pub ambiguity: Option<FormAmbiguity>,
}

/// The reason why a submission is judged in one form although the other form is possible.
#[derive(Clone, Debug)]
pub struct FormAmbiguity {
    pub(super) why: Message,
    /// Whether a failure of the submission is probably due to a wrongly detected form.
    pub(super) likely: bool,
}

impl FormAmbiguity {
    /// Returns why the submission is judged in this form.
    pub fn message(&self) -> Message {
        self.why.clone()
    }

    /// Combines this explanation with the reason for a failure. The more likely cause comes first.
    pub fn with_reason(&self, reason: Message) -> Message {
        if !self.likely {
            return reason.with_remark(self.message());
        }
        Message::LikelyCause {
            cause: self.message().into(),
            problem: reason.into(),
        }
    }
}
