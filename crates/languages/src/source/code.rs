//! The text of a submission, with and without comments and strings. Detection uses the text
//! without comments and strings.

use std::iter;

use super::fence::{self, Fence};
use super::scanned_bytes_counter;

use serde::Deserialize;

/// The syntax of a language's comments and strings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Syntax {
    /// The markers that start a comment up to the end of the line.
    pub line_comments: Vec<String>,
    /// Start and end of each kind of block comment, which may span several lines.
    pub block_comments: Vec<(String, String)>,
    /// Whether block comments nest.
    pub nested: bool,
    /// Start and end of each kind of string with backslash escapes. If several pairs match, the
    /// first one is used. A string in single or double quotes cannot span several lines.
    pub strings: Vec<(String, String)>,
    /// Start and end of each kind of string that has no escapes. Such a string may span several
    /// lines.
    pub raw_strings: Vec<(String, String)>,
}

/// The source of a submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceText {
    /// The source, without a byte-order mark and without a surrounding Markdown code fence.
    pub text: String,
    /// The source, with comments and the contents of strings blanked out: every byte except line
    /// breaks is replaced by a space.
    pub bare: String,
    /// The Markdown code fence that was removed.
    pub fence: Option<Fence>,
    /// The lines on which the first two Markdown code blocks begin, if it is unclear which block is
    /// the submission.
    pub(crate) several_blocks: Option<[usize; 2]>,
}

impl SourceText {
    /// Scans a text in a language with this syntax.
    pub fn new(text: &str, syntax: &Syntax) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let removed = fence::remove_fence(text, |code| blank_comments_and_strings(code, syntax));
        let several_blocks = removed.as_ref().err().copied();
        let (code, fence) = removed.ok().flatten().unzip();
        let text = code.unwrap_or_else(|| text.to_owned());
        Self {
            bare: blank_comments_and_strings(&text, syntax),
            text,
            fence,
            several_blocks,
        }
    }
}

fn blank_comments_and_strings(text: &str, syntax: &Syntax) -> String {
    let mut out = String::with_capacity(text.len());
    let mut strings = StringFinder {
        text,
        syntax,
        unclosed: vec![0; syntax.strings.len()],
    };
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        if let Some(length) = comment_length(rest, syntax) {
            out += &blank_text(&rest[..length]);
            at += length;
        } else if let Some((open, inner, close)) = strings.string_at(at) {
            out.push_str(open);
            out += &blank_text(&rest[open.len()..open.len() + inner]);
            out.push_str(close);
            at += open.len() + inner + close.len();
        } else {
            out.push(next);
            at += next.len_utf8();
            scanned_bytes_counter::add_scanned_bytes(1);
        }
    }
    out
}

/// Returns the length of the comment at the start of `rest`. An unclosed comment extends to the end
/// of the text.
fn comment_length(rest: &str, syntax: &Syntax) -> Option<usize> {
    let starts = |start: &&String| rest.starts_with(start.as_str());
    let length = if syntax.line_comments.iter().any(|start| starts(&start)) {
        rest.find('\n').unwrap_or(rest.len())
    } else {
        let mut pairs = syntax.block_comments.iter();
        let pair = pairs.find(|(open, _)| starts(&open))?;
        block_comment_length(rest, pair, syntax.nested)
    };
    scanned_bytes_counter::add_scanned_bytes(length);
    Some(length)
}

/// Returns the length of the block comment at the start of `rest`.
fn block_comment_length(rest: &str, (open, close): &(String, String), nested: bool) -> usize {
    let (mut at, mut depth) = (open.len(), 1);
    while depth > 0 {
        let Some(end) = rest[at..].find(close.as_str()) else {
            return rest.len();
        };
        // Nested comments must be closed before the outer comment.
        if nested {
            depth += rest[at..at + end].matches(open.as_str()).count();
        }
        at += end + close.len();
        depth -= 1;
    }
    at
}

/// Finds the string literals of a text, from start to end.
struct StringFinder<'a> {
    text: &'a str,
    syntax: &'a Syntax,
    /// One position per kind of string in `syntax.strings`: the end of the last line on which an
    /// unclosed string of this kind was found. No other string of this kind starts before this
    /// position, because every quote between the unclosed one and this position is escaped.
    unclosed: Vec<usize>,
}

impl<'a> StringFinder<'a> {
    /// Returns the string that starts at `at`: the opening quote, the length of the content, and
    /// the closing quote, which is empty if the string is unclosed.
    fn string_at(&mut self, at: usize) -> Option<(&'a str, usize, &'a str)> {
        let rest = &self.text[at..];
        let starts = |(open, _): &(String, String)| rest.starts_with(open.as_str());
        if let Some((open, close)) = self.syntax.raw_strings.iter().find(|pair| starts(pair)) {
            let inside = &rest[open.len()..];
            let (length, close) = match inside.find(close.as_str()) {
                Some(length) => (length, close.as_str()),
                None => (inside.len(), ""),
            };
            scanned_bytes_counter::add_scanned_bytes(length);
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
            scanned_bytes_counter::add_scanned_bytes(1);
            if escaped {
                escaped = false;
            } else if inside[index..].starts_with(close.as_str()) {
                return Some((open, index, close));
            } else if c == '\\' {
                escaped = true;
            } else if c == '\n' && one_line {
                // The quote is unpaired, like the apostrophe of a Rust lifetime.
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

/// Replaces each byte of a text with a space, except for line breaks.
pub(crate) fn blank_text(text: &str) -> String {
    let blanked = text.chars().flat_map(|c| {
        let kept = if matches!(c, '\n' | '\r') { c } else { ' ' };
        iter::repeat_n(kept, c.len_utf8())
    });
    blanked.collect()
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

    fn assert_blanked(text: &str, bare: &str) {
        assert_eq!(SourceText::new(text, &c_like()).bare, bare, "{text:?}");
    }

    #[test]
    fn comments_and_strings_are_blanked_byte_for_byte() {
        assert_blanked("a // cin\nb", "a       \nb");
        assert_blanked("a /* é\n*/ b", "a      \n   b");
        assert_blanked(r#"f("a\"b", 'c')"#, r#"f("    ", ' ')"#);
        assert_blanked("R\"(x\n\"\n)\" y", "R\"( \n \n)\" y");
    }

    #[test]
    fn nested_comments_are_blanked_completely() {
        let nested = Syntax {
            nested: true,
            ..c_like()
        };
        let text = "/* a /* b */ c */ d /**/ e /* /* */";
        assert_blanked(text, "             c */ d      e         ");
        let bare = "                  d      e         ";
        assert_eq!(SourceText::new(text, &nested).bare, bare);
    }

    #[test]
    fn unclosed_quote_ends_at_line_end() {
        assert_blanked("fn f<'a>()\n\"x", "fn f<'a>()\n\"x");
        assert_blanked("1'000 /* x */ 'a'", "1'000         ' '");
        assert_blanked("/* never closed", "               ");
    }

    #[test]
    fn byte_order_mark_is_removed() {
        let code = SourceText::new("\u{feff}int x;\r\n", &c_like());
        assert_eq!(code.text, "int x;\r\n");
        assert_eq!(code.bare, code.text);
    }
}
