//! The results of detection, and the hints that a caller can provide.

use std::sync::Arc;

use crate::source::Code;
use crate::table::Language;
use mousetrap_model::{Form, Message, Problem};

/// Facts about a submission that the caller knows before detection.
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
    /// The language.
    pub language: &'a Language,
    /// The form.
    pub form: Form,
    /// The problem, if it is known. A whole program does not show its problem.
    pub problem: Option<&'a Problem>,
    /// All problems that the submission may solve.
    pub problems: &'a [Arc<Problem>],
    /// The source.
    pub code: Code,
    /// The doubt about the form, if the other form is possible, too.
    pub doubt: Option<FormDoubt>,
}

/// The reason why a submission was judged in its form, although the other form is possible.
#[derive(Clone, Debug)]
pub struct FormDoubt {
    pub(super) why: Message,
    /// Whether the wrong form is the likely cause if the submission fails.
    pub(super) likely: bool,
}

impl FormDoubt {
    /// Returns the reason for the form.
    pub fn message(&self) -> Message {
        self.why.clone()
    }

    /// Joins the reason of a failure and this doubt. The more likely cause comes first.
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
