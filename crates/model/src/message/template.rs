//! Message templates and the arguments that are substituted into them.

use std::time::Duration;

use mousetrap_util::Bytes;

/// Pairs of a message id and a template: `("exit_code", "exit code {code}")`.
pub type Templates = [(&'static str, &'static str)];

/// A value that replaces a `{name}` in a template.
pub(super) trait Argument {
    fn render(&self, templates: &Templates) -> String;
}

/// Returns the template of the message with this id.
pub(super) fn find_template(templates: &Templates, id: &str) -> Option<&'static str> {
    let template = templates.iter().find(|(known, _)| *known == id);
    template.map(|(_, template)| *template)
}

/// Replaces each `{name}` in a template with the argument of that name. Arguments that are messages
/// are rendered with `templates`.
pub(super) fn fill_template(
    template: &str,
    arguments: &[(&str, &dyn Argument)],
    templates: &Templates,
) -> String {
    let mut pieces = template.split('{');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, after) = piece.split_once('}').unwrap_or((piece, ""));
        let argument = arguments.iter().find(|(known, _)| *known == name);
        text += &argument.map_or_else(String::new, |(_, value)| value.render(templates));
        text += after;
    }
    text
}

impl Argument for Duration {
    /// Formats whole milliseconds exactly and other durations with one decimal.
    fn render(&self, _: &Templates) -> String {
        if self.subsec_micros().is_multiple_of(1000) {
            format!("{:?}", Self::from_millis(self.as_millis() as u64))
        } else {
            format!("{self:.1?}")
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duration_has_one_decimal_unless_it_is_whole_milliseconds() {
        for (micros, expected) in [
            (2_000_000, "2s"),
            (1_250_000, "1.25s"),
            (170_000, "170ms"),
            (3_412_345, "3.4s"),
            (0, "0ns"),
        ] {
            let time = Duration::from_micros(micros);
            assert_eq!(Argument::render(&time, &[]), expected);
        }
    }
}
