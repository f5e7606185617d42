//! The text of a submission, and the same text with comments and strings
//! blanked out, so that detection looks at code alone.

use serde::Deserialize;

/// Comments and strings of a language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Syntax {
    /// What starts a comment that lasts to the end of the line.
    pub line_comments: Vec<String>,
    /// Start and end of the comments that may span lines.
    pub block_comments: Vec<(String, String)>,
    /// Start and end of strings with backslash escapes; the first that matches
    /// counts. Those that start with a quote of one character end with their
    /// line at the latest.
    pub strings: Vec<(String, String)>,
    /// Start and end of strings without escapes, which may span lines.
    pub raw_strings: Vec<(String, String)>,
}

/// A submission's source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The source, without a byte-order mark.
    pub text: String,
    /// The source with every comment and the inside of every string replaced
    /// by spaces, byte for byte; line breaks are kept.
    pub bare: String,
}

impl Code {
    /// Reads `text` by the rules of `syntax`.
    pub fn new(text: &str, syntax: &Syntax) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).to_owned();
        let bare = blank(&text, syntax);
        Self { text, bare }
    }
}

fn blank(text: &str, syntax: &Syntax) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let starts = |start: &&str| rest.starts_with(*start);
        let comment = syntax
            .line_comments
            .iter()
            .map(String::as_str)
            .find(starts)
            .map(|_| rest.find('\n').unwrap_or(rest.len()))
            .or_else(|| {
                let (open, close) = syntax
                    .block_comments
                    .iter()
                    .find(|(open, _)| rest.starts_with(open.as_str()))?;
                let body = &rest[open.len()..];
                Some(
                    body.find(close.as_str())
                        .map_or(rest.len(), |end| open.len() + end + close.len()),
                )
            });
        if let Some(length) = comment {
            spaces(&mut out, &rest[..length]);
            at += length;
        } else if let Some((open, inner, close)) = string(text, at, syntax) {
            out.push_str(open);
            spaces(&mut out, &rest[open.len()..open.len() + inner]);
            out.push_str(close);
            at += open.len() + inner + close.len();
        } else {
            out.push(next);
            at += next.len_utf8();
        }
    }
    out
}

/// The string that starts at `at`: its start, the length of its inside, and
/// its end (empty where it is never closed).
fn string<'a>(text: &str, at: usize, syntax: &'a Syntax) -> Option<(&'a str, usize, &'a str)> {
    let rest = &text[at..];
    let starts = |(open, _): &&(String, String)| rest.starts_with(open.as_str());
    if let Some((open, close)) = syntax.raw_strings.iter().find(starts) {
        let inside = &rest[open.len()..];
        return Some(match inside.find(close.as_str()) {
            Some(length) => (open, length, close),
            None => (open, inside.len(), ""),
        });
    }
    let (open, close) = syntax.strings.iter().find(starts)?;
    if open == "'" && text[..at].ends_with(|c: char| c.is_ascii_digit()) {
        return None; // a digit separator
    }
    let inside = &rest[open.len()..];
    let one_line = matches!(open.as_str(), "'" | "\"");
    let mut escaped = false;
    for (index, c) in inside.char_indices() {
        if escaped {
            escaped = false;
        } else if inside[index..].starts_with(close.as_str()) {
            return Some((open, index, close));
        } else if c == '\\' {
            escaped = true;
        } else if c == '\n' && one_line {
            return None; // an apostrophe alone, such as a lifetime
        }
    }
    (!one_line).then_some((open.as_str(), inside.len(), ""))
}

fn spaces(out: &mut String, text: &str) {
    for c in text.chars() {
        if matches!(c, '\n' | '\r') {
            out.push(c);
        } else {
            out.extend(std::iter::repeat_n(' ', c.len_utf8()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn c_like() -> Syntax {
        let pair = |open: &str, close: &str| (open.to_owned(), close.to_owned());
        Syntax {
            line_comments: vec!["//".to_owned()],
            block_comments: vec![pair("/*", "*/")],
            strings: vec![pair("\"", "\""), pair("'", "'")],
            raw_strings: vec![pair("R\"(", ")\"")],
        }
    }

    fn check(text: &str, bare: &str) {
        assert_eq!(Code::new(text, &c_like()).bare, bare, "{text:?}");
    }

    #[test]
    fn comments_and_strings_are_blanked_byte_for_byte() {
        check("a // cin\nb", "a       \nb");
        check("a /* é\n*/ b", "a      \n   b");
        check(r#"f("a\"b", 'c')"#, r#"f("    ", ' ')"#);
        check("R\"(x\n\"\n)\" y", "R\"( \n \n)\" y");
    }

    #[test]
    fn a_lone_quote_does_not_swallow_the_rest() {
        check("fn f<'a>()\n\"x", "fn f<'a>()\n\"x");
        check("1'000 /* x */ 'a'", "1'000         ' '");
        check("/* never closed", "               ");
    }

    #[test]
    fn a_byte_order_mark_is_dropped() {
        let code = Code::new("\u{feff}int x;\r\n", &c_like());
        assert_eq!(code.text, "int x;\r\n");
        assert_eq!(code.bare, code.text);
    }
}
