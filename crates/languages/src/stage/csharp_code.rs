//! Finds types and statements in C# code whose comments and strings have been blanked.

use std::ops::Range;

use super::brackets::{nesting_change, opening_bracket};
use crate::source::Pattern;

/// Maximum length of a source that is rewritten, in bytes. Each candidate for a local function
/// requires a scan of the entire source.
pub(super) const MAX_SOURCE_BYTES: usize = 50_000;
/// Maximum number of candidates for local functions in a source.
pub(super) const MAX_LOCAL_FUNCTIONS: usize = 200;

/// A regular expression for types, such as `Dictionary<int, List<int[]>>` or `(int x, int y)[]`.
pub(super) const TYPE_PATTERN: &str =
    r"(?:[A-Za-z_][\w.]*(?:<[\w.,\s<>\[\]()?]*>)?|\([\w.,\s<>\[\]?]+\))\??(?:\[[,\s]*\])*";

/// An edit that replaces a part of the source.
pub(super) struct Edit {
    pub(super) range: Range<usize>,
    pub(super) text: String,
}

impl Edit {
    pub(super) fn new(range: Range<usize>, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { range, text }
    }
}

/// Splits parameters at the commas outside brackets.
pub(super) fn split_parameters(parameters: &str) -> Vec<&str> {
    let mut depth = 0;
    let is_comma = |c: char| {
        depth += i32::from("<([".contains(c)) - i32::from(">)]".contains(c));
        c == ',' && depth == 0
    };
    parameters.split(is_comma).collect()
}

/// Returns the type of the items of an array, list or dictionary type.
pub(super) fn item_type(ty: &str) -> Option<&str> {
    if ty.ends_with(']') {
        return Some(&ty[..ty.rfind('[')?]);
    }
    let arguments = ty.strip_suffix('>')?.split_once('<')?.1;
    split_parameters(arguments).last().map(|it| it.trim())
}

/// Returns the start of the statement that contains a position. `block` is the position of the
/// enclosing brace.
pub(super) fn start_of_statement(bare: &str, block: usize, at: usize) -> usize {
    let (mut depth, mut start) = (0, block + 1);
    let continues = Pattern::built_in(r"^\s*(?:else|catch|finally|[.,)])");
    for (offset, c) in bare[block + 1..at].char_indices() {
        depth += nesting_change(c);
        let next = block + 1 + offset + c.len_utf8();
        if depth == 0 && (c == ';' || c == '}') && !continues.is_match(&bare[next..]) {
            start = next;
        }
    }
    start
}

/// Returns the end of the statement that begins at a position.
pub(super) fn end_of_statement(bare: &str, start: usize) -> Option<usize> {
    let mut depth = 0;
    bare[start..].char_indices().find_map(|(offset, c)| {
        depth += nesting_change(c);
        let end = start + offset + 1;
        let is_end = depth == 0 && (c == ';' || c == '}');
        (is_end && !bare[end..].trim_start().starts_with("else")).then_some(end)
    })
}

/// Returns the start of the expression, such as `a.b[i].c`, that ends at a position.
pub(super) fn start_of_expression(bare: &str, end: usize) -> usize {
    let mut start = bare[..end].trim_end().len();
    while let Some(c) = bare[..start].chars().next_back() {
        match c {
            ')' | ']' => match opening_bracket(bare, start - 1, MAX_SOURCE_BYTES) {
                Some(open) => start = open,
                None => break,
            },
            _ if c.is_alphanumeric() || "_.@".contains(c) => start -= c.len_utf8(),
            _ => break,
        }
    }
    start
}
