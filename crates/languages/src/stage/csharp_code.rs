//! Parts of C# code without comments and strings: types, statements, and changes to them.

use std::ops::Range;

use super::brackets::{nesting, opening_bracket};
use crate::source::Pattern;

/// Maximum length of a source that is rewritten, in bytes, and the maximum number of possible
/// local functions in it. Each is compared with the entire source.
pub(super) const MAX_TEXT: usize = 50_000;
pub(super) const MAX_HEADS: usize = 200;

/// A type, such as `Dictionary<int, List<int[]>>` or `(int x, int y)[]`.
pub(super) const TYPE: &str =
    r"(?:[A-Za-z_][\w.]*(?:<[\w.,\s<>\[\]()?]*>)?|\([\w.,\s<>\[\]?]+\))\??(?:\[[,\s]*\])*";

/// A replacement of a part of the source.
pub(super) struct Edit {
    pub(super) range: Range<usize>,
    pub(super) text: String,
}

/// Splits parameters at the commas outside of brackets.
pub(super) fn split(parameters: &str) -> Vec<&str> {
    let mut depth = 0;
    let is_comma = |c: char| {
        depth += i32::from("<([".contains(c)) - i32::from(">)]".contains(c));
        c == ',' && depth == 0
    };
    parameters.split(is_comma).collect()
}

/// The start of the statement of a block that contains a position.
pub(super) fn statement(bare: &str, block: usize, at: usize) -> usize {
    let (mut depth, mut start) = (0, block + 1);
    let continues = Pattern::new_valid(r"^\s*(?:else|catch|finally|[.,)])");
    for (offset, c) in bare[block + 1..at].char_indices() {
        depth += nesting(c);
        let next = block + 1 + offset + c.len_utf8();
        if depth == 0 && (c == ';' || c == '}') && !continues.is_match(&bare[next..]) {
            start = next;
        }
    }
    start
}

/// The end of the statement that begins at a position.
pub(super) fn end_of_statement(bare: &str, start: usize) -> Option<usize> {
    let mut depth = 0;
    bare[start..].char_indices().find_map(|(offset, c)| {
        depth += nesting(c);
        let end = start + offset + 1;
        let is_end = depth == 0 && (c == ';' || c == '}');
        (is_end && !bare[end..].trim_start().starts_with("else")).then_some(end)
    })
}

/// The start of the name, call or item that ends at a position: `a.b[i].c`.
pub(super) fn primary(bare: &str, end: usize) -> usize {
    let mut start = bare[..end].trim_end().len();
    while let Some(c) = bare[..start].chars().next_back() {
        match c {
            ')' | ']' => match opening_bracket(bare, start - 1, MAX_TEXT) {
                Some(open) => start = open,
                None => break,
            },
            _ if c.is_alphanumeric() || "_.@".contains(c) => start -= c.len_utf8(),
            _ => break,
        }
    }
    start
}
