//! The language, form and problem of a submission, and what the caller knows about them.

use std::sync::Arc;

use crate::source::Code;
use crate::table::Language;
use mousetrap_model::{Form, Message, Problem};

/// What the caller knows about a submission before detection.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hints<'a> {
    /// All problems that a submission may be for.
    pub problems: &'a [Arc<Problem>],
    /// The problem it is for.
    pub problem: Option<&'a Problem>,
    /// The form it has.
    pub form: Option<Form>,
}

/// A recognised submission.
#[derive(Clone, Debug)]
pub struct Detected<'a> {
    /// Its language.
    pub language: &'a Language,
    /// Its form.
    pub form: Form,
    /// Its problem. A complete program does not name it.
    pub problem: Option<&'a Problem>,
    /// All problems that it could be for.
    pub problems: &'a [Arc<Problem>],
    /// Its text.
    pub code: Code,
    /// Why it was taken for this form, if the other form is possible as well.
    pub doubt: Option<FormDoubt>,
}

/// Why a submission was taken for its form.
#[derive(Clone, Debug)]
pub struct FormDoubt {
    pub(super) why: Message,
    /// Whether a wrong form is the likely cause if the submission fails.
    pub(super) likely: bool,
}

impl FormDoubt {
    /// The reason for the form alone.
    pub fn message(&self) -> Message {
        self.why.clone()
    }

    /// Joins the reason of a failure and this doubt, the likelier cause first.
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
