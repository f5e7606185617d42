//! The text of a submission, with and without comments and strings. Detection uses the text
//! without them.

use super::fence::{self, Fence};
use super::steps;

use serde::Deserialize;

/// Comments and strings of a language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Syntax {
    /// The starts of comments that last to the end of the line.
    pub line_comments: Vec<String>,
    /// Start and end of block comments, which may span lines.
    pub block_comments: Vec<(String, String)>,
    /// Whether block comments nest.
    pub nested: bool,
    /// Start and end of strings with backslash escapes. The first pair that matches
    /// counts. A string in quotes of one character ends at the end of its line at the
    /// latest.
    pub strings: Vec<(String, String)>,
    /// Start and end of strings without escapes, which may span lines.
    pub raw_strings: Vec<(String, String)>,
}

/// A submission's source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    /// The source, without a byte-order mark and without the Markdown code fence around
    /// it.
    pub text: String,
    /// The source with every comment and the inside of every string replaced
    /// by spaces, byte for byte; line breaks are kept.
    pub bare: String,
    /// The code fence that was removed.
    pub fence: Option<Fence>,
}

impl Code {
    /// Reads `text` with the comments and strings of `syntax`.
    pub fn new(text: &str, syntax: &Syntax) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let (text, fence) = match fence::remove(text, |code| blank(code, syntax)) {
            Some((code, fence)) => (code, Some(fence)),
            None => (text.to_owned(), None),
        };
        let bare = blank(&text, syntax);
        Self { text, bare, fence }
    }

    /// The lines on which the first two Markdown code blocks of a text open, any of which
    /// can be the submission.
    pub(crate) fn several_blocks(&self, syntax: &Syntax) -> Option<[usize; 2]> {
        let is_text = self.fence.is_none();
        is_text.then(|| fence::several(&self.text, |code| blank(code, syntax)))?
    }
}

fn blank(text: &str, syntax: &Syntax) -> String {
    let mut out = String::with_capacity(text.len());
    let mut strings = Strings::new(text, syntax);
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        if let Some(length) = comment(rest, syntax) {
            spaces(&mut out, &rest[..length]);
            at += length;
        } else if let Some((open, inner, close)) = strings.at(at) {
            out.push_str(open);
            spaces(&mut out, &rest[open.len()..open.len() + inner]);
            out.push_str(close);
            at += open.len() + inner + close.len();
        } else {
            out.push(next);
            at += next.len_utf8();
            steps::add(1);
        }
    }
    out
}

/// Returns the length of the comment at the start of `rest`. An unclosed comment lasts to
/// the end.
fn comment(rest: &str, syntax: &Syntax) -> Option<usize> {
    let starts = |start: &&String| rest.starts_with(start.as_str());
    let length = if syntax.line_comments.iter().any(|start| starts(&start)) {
        rest.find('\n').unwrap_or(rest.len())
    } else {
        let mut pairs = syntax.block_comments.iter();
        let pair = pairs.find(|(open, _)| starts(&open))?;
        block(rest, pair, syntax.nested)
    };
    steps::add(length);
    Some(length)
}

/// Returns the length of the block comment at the start of `rest`.
fn block(rest: &str, (open, close): &(String, String), nested: bool) -> usize {
    let (mut at, mut depth) = (open.len(), 1);
    while depth > 0 {
        let Some(end) = rest[at..].find(close.as_str()) else {
            return rest.len();
        };
        // Nested comments end before the outer one.
        if nested {
            depth += rest[at..at + end].matches(open.as_str()).count();
        }
        at += end + close.len();
        depth -= 1;
    }
    at
}

/// Finds the strings of a text from start to end.
struct Strings<'a> {
    text: &'a str,
    syntax: &'a Syntax,
    /// For each kind in `syntax.strings`, the position before which no one-line string is
    /// closed. If a string is unclosed, so is any that starts inside it: a quote inside
    /// must have been escaped, so both read the same text after it.
    unclosed: Vec<usize>,
}

impl<'a> Strings<'a> {
    fn new(text: &'a str, syntax: &'a Syntax) -> Self {
        Self {
            text,
            syntax,
            unclosed: vec![0; syntax.strings.len()],
        }
    }

    /// Returns the string that starts at `at`: its opening quote, the length of its content,
    /// and its closing quote (empty if it is unclosed).
    fn at(&mut self, at: usize) -> Option<(&'a str, usize, &'a str)> {
        let rest = &self.text[at..];
        let starts = |(open, _): &(String, String)| rest.starts_with(open.as_str());
        if let Some((open, close)) = self.syntax.raw_strings.iter().find(|pair| starts(pair)) {
            let inside = &rest[open.len()..];
            let (length, close) = match inside.find(close.as_str()) {
                Some(length) => (length, close.as_str()),
                None => (inside.len(), ""),
            };
            steps::add(length);
            return Some((open, length, close));
        }
        let kind = self.syntax.strings.iter().position(starts)?;
        let (open, close) = &self.syntax.strings[kind];
        if at < self.unclosed[kind]
            || open == "'" && self.text[..at].ends_with(|c: char| c.is_ascii_digit())
        {
            return None; // known to be unpaired, or a digit separator
        }
        let inside = &rest[open.len()..];
        let one_line = matches!(open.as_str(), "'" | "\"");
        let mut escaped = false;
        for (index, c) in inside.char_indices() {
            steps::add(1);
            if escaped {
                escaped = false;
            } else if inside[index..].starts_with(close.as_str()) {
                return Some((open, index, close));
            } else if c == '\\' {
                escaped = true;
            } else if c == '\n' && one_line {
                // An unpaired apostrophe, as in a lifetime.
                self.unclosed[kind] = at + open.len() + index;
                return None;
            }
        }
        if one_line {
            self.unclosed[kind] = self.text.len();
            return None;
        }
        Some((open, inside.len(), ""))
    }
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
            ..Syntax::default()
        }
    }

    fn check(text: &str, bare: &str) {
        assert_eq!(Code::new(text, &c_like()).bare, bare, "{text:?}");
    }

    #[test]
    fn bare_code_replaces_comments_and_strings_byte_for_byte() {
        check("a // cin\nb", "a       \nb");
        check("a /* é\n*/ b", "a      \n   b");
        check(r#"f("a\"b", 'c')"#, r#"f("    ", ' ')"#);
        check("R\"(x\n\"\n)\" y", "R\"( \n \n)\" y");
    }

    #[test]
    fn bare_code_with_nested_comments_blanks_all_of_them() {
        let nested = Syntax {
            nested: true,
            ..c_like()
        };
        let text = "/* a /* b */ c */ d /**/ e /* /* */";
        check(text, "             c */ d      e         ");
        let bare = "                  d      e         ";
        assert_eq!(Code::new(text, &nested).bare, bare);
    }

    #[test]
    fn unpaired_quote_ends_with_its_line() {
        check("fn f<'a>()\n\"x", "fn f<'a>()\n\"x");
        check("1'000 /* x */ 'a'", "1'000         ' '");
        check("/* never closed", "               ");
    }

    #[test]
    fn byte_order_mark_is_removed() {
        let code = Code::new("\u{feff}int x;\r\n", &c_like());
        assert_eq!(code.text, "int x;\r\n");
        assert_eq!(code.bare, code.text);
    }
}
