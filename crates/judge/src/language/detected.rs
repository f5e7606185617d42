//! What is known of a submission before it is looked at, and what it turned out to be.

use super::code::Code;
use super::row::Language;
use cat_and_mouse::problem::Problem;
use mousetrap_model::{Form, Message};

/// What the caller knows about a submission before it is looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hints {
    /// The problem it is for.
    pub problem: Option<Problem>,
    /// The form it has.
    pub form: Option<Form>,
}

/// What a submission turned out to be.
#[derive(Clone, Debug)]
pub struct Detected<'a> {
    /// Its language.
    pub language: &'a Language,
    /// Its form.
    pub form: Form,
    /// Its problem; a whole program need not say.
    pub problem: Option<Problem>,
    /// Its text.
    pub code: Code,
    /// Why it was taken for this form, where it could be of the other as well.
    pub doubt: Option<FormDoubt>,
}

/// Why a submission was taken for its form.
#[derive(Clone, Debug)]
pub struct FormDoubt {
    pub(super) why: Message,
    /// Whether it is likely what is wrong with a submission that fails.
    pub(super) likely: bool,
}

impl FormDoubt {
    /// The reason for the form alone.
    pub(crate) fn message(&self) -> Message {
        self.why.clone()
    }

    /// The reason of a failure together with the reason for the form, the likelier one
    /// first.
    pub(crate) fn beside(&self, reason: Message) -> Message {
        if !self.likely {
            return reason.with_remark(self.message());
        }
        Message::LikelyCause {
            cause: self.message().into(),
            problem: reason.into(),
        }
    }
}
