//! Mistakes in forms.

use crate::fault::Fault;
use crate::words::{EN, Rendered, Words, render};
use mousetrap_model::Message;

/// What is wrong with a field of a form.
#[derive(Clone, Debug)]
pub(crate) struct Mistake {
    pub field: &'static str,
    pub text: String,
    /// The language of the text.
    pub lang: &'static str,
}

impl Mistake {
    pub(crate) fn new(w: &Words, field: &'static str, text: impl Into<String>) -> Self {
        Self {
            field,
            text: text.into(),
            lang: w.lang,
        }
    }

    /// Why the judge does not take a source, as a sentence: the judge says it after the
    /// name of the file.
    pub(crate) fn refused(w: &Words, reason: &Message) -> Self {
        let Rendered { mut text, lang } = render(reason, w);
        if lang == EN.lang {
            let lacks = ["is ", "defines ", "declares "].into_iter();
            let subject = match text.as_str() {
                text if { lacks }.any(|verb| text.starts_with(verb)) => "it ",
                text if text.starts_with("larger ") => "it is ",
                _ => "",
            };
            text.insert_str(0, subject);
            if let Some(first) = text.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            if !text.ends_with(['.', '?']) {
                text.push('.');
            }
        }
        Self {
            field: "source",
            text,
            lang,
        }
    }
}

impl From<Mistake> for Fault {
    fn from(mistake: Mistake) -> Self {
        Self::Unusable(mistake.text.into())
    }
}

/// A name as people give it.
pub(crate) fn name(given: &str, w: &Words) -> Result<String, Mistake> {
    crate::store::name(given).ok_or_else(|| Mistake::new(w, "name", w.need_name))
}

/// The name of a person.
pub(crate) fn person(given: &str, w: &Words) -> Result<String, Mistake> {
    crate::store::person(given).ok_or_else(|| Mistake::new(w, "name", w.need_person))
}
