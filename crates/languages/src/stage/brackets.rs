//! Finds matching brackets in code whose comments and strings have been blanked.

/// Returns the position of the opening bracket that belongs to the bracket at `close`, if it is at
/// most `max` bytes away.
pub(super) fn opening_bracket(bare: &str, close: usize, max: usize) -> Option<usize> {
    let mut depth = 0;
    let near = &bare[floor_char_boundary(bare, close.saturating_sub(max))..=close];
    let start = close + 1 - near.len();
    near.char_indices().rev().find_map(|(at, c)| {
        depth -= nesting_change(c);
        (depth == 0).then_some(start + at)
    })
}

/// Returns the position of the closing bracket that belongs to the bracket at `open`, if it is at
/// most `max` bytes away.
pub(super) fn closing_bracket(bare: &str, open: usize, max: usize) -> Option<usize> {
    let mut depth = 0;
    let near = &bare[open..floor_char_boundary(bare, open.saturating_add(max))];
    near.char_indices().find_map(|(at, c)| {
        depth += nesting_change(c);
        (depth == 0).then_some(open + at)
    })
}

/// Returns the position of the innermost bracket that encloses a position.
pub(super) fn enclosing_bracket(bare: &str, at: usize) -> Option<usize> {
    let mut depth = 0;
    let mut before = bare[..at].char_indices().rev();
    let open = before.find(|(_, c)| {
        depth += nesting_change(*c);
        depth > 0
    });
    open.map(|(at, _)| at)
}

/// Returns how a character changes the nesting depth: 1, -1 or 0.
pub(super) fn nesting_change(c: char) -> i32 {
    match c {
        '(' | '[' | '{' => 1,
        ')' | ']' | '}' => -1,
        _ => 0,
    }
}

/// Returns the last character boundary at or before a position.
pub(super) fn floor_char_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
