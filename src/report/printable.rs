//! Text that came out of a submission, made safe to print.

use std::fmt::Write as _;

/// `text` with control characters spelt out, so that a submission cannot move
/// the cursor, colour the screen or forge a line of the report. Line ends and
/// tabs stay; a carriage return before a line end is dropped.
pub(super) fn printable(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.replace("\r\n", "\n").chars() {
        match character {
            '\n' | '\t' => safe.push(character),
            // Besides controls: marks that reorder the text around them.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                let _ = write!(safe, "\\u{{{:x}}}", u32::from(character));
            }
            _ if character.is_control() => {
                let _ = write!(safe, "\\x{:02x}", u32::from(character));
            }
            _ => safe.push(character),
        }
    }
    safe
}

/// `printable` on a single line.
pub fn one_line(text: &str) -> String {
    printable(text.trim_end()).replace('\n', "\\n")
}

/// Each line of `text` behind two spaces.
pub(super) fn indented(text: &str) -> String {
    printable(text.trim_end())
        .lines()
        .fold(String::new(), |block, line| {
            block + format!("  {line}").trim_end() + "\n"
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_are_spelt_out() {
        assert_eq!(printable("a\x1b[2Jb\r\nc\td\r"), "a\\x1b[2Jb\nc\td\\x0d");
        assert_eq!(printable("\u{202e}true\u{9b}"), "\\u{202e}true\\x9b");
        assert_eq!(one_line("true\nfalse\n"), "true\\nfalse");
    }
}
