//! Message templates and the arguments that are substituted into them.

use std::collections::BTreeMap;
use std::time::Duration;

use mousetrap_util::{Bytes, format_duration};

/// The templates of the messages in one language, keyed by message id. For example, the template of
/// `exit_code` is `exit code {code}`.
pub type Templates = BTreeMap<&'static str, &'static str>;

/// A value that replaces a `{name}` in a template.
pub(super) trait Argument {
    fn render(&self, templates: &Templates) -> String;
}

/// Replaces each `{name}` in a template with its value.
pub fn expand_template(template: &str, value: impl Fn(&str) -> String) -> String {
    let mut pieces = template.split('{');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, after) = piece.split_once('}').unwrap_or((piece, ""));
        text += &value(name);
        text += after;
    }
    text
}

impl Argument for Duration {
    fn render(&self, _: &Templates) -> String {
        format_duration(*self)
    }
}

macro_rules! impl_argument_with_display {
    ($($type:ty),+) => {$(
        impl Argument for $type {
            fn render(&self, _: &Templates) -> String {
                self.to_string()
            }
        }
    )+};
}

impl_argument_with_display!(String, Bytes, i32, i64, u32, u64, usize);
