//! Escaping of untrusted text and file names for safe printing.
//!
//! The author of a submission controls its output, its compiler messages and its file name. If such
//! a text is printed, it must neither move the cursor nor hide or forge lines. The printed text
//! must not contain CI runner commands either, because the runner of a hosted CI service executes
//! commands in a job's output.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::Path;

/// Replaces invisible characters with escape sequences: control characters, marks that reorder or
/// hide text, separators that some programs interpret as line ends, and characters that XML
/// forbids. Line feeds and tabs are kept. A carriage return before a line feed is removed.
pub fn escape_invisible_characters(text: &str) -> Cow<'_, str> {
    let is_kept = |character| matches!(character, '\n' | '\t') || !is_invisible(character);
    if text.chars().all(is_kept) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len());
    for character in text.replace("\r\n", "\n").chars() {
        if is_kept(character) {
            shown.push(character);
        } else {
            shown.push_str(&escape_sequence(character));
        }
    }
    shown.into()
}

/// Escapes invisible characters and the first character of CI runner commands, so that a CI runner
/// does not execute the commands.
pub fn to_printable(text: &str) -> String {
    let text = escape_invisible_characters(text);
    let mut safe = String::with_capacity(text.len());
    let mut line_is_blank = true;
    for (at, character) in text.char_indices() {
        let rest = &text[at..];
        match character {
            ':' if line_is_blank && rest.starts_with("::") => {
                safe.push_str(&escape_sequence(character));
            }
            '#' if is_ci_runner_command(rest) => safe.push_str(&escape_sequence(character)),
            _ => safe.push(character),
        }
        line_is_blank = character == '\n' || line_is_blank && character.is_whitespace();
    }
    safe
}

/// Makes text [printable](to_printable) on a single line, with escape sequences for line feeds and tabs.
pub fn escape_line(text: &str) -> String {
    to_printable(text.trim_end())
        .replace('\n', "\\n")
        .replace('\t', "\\t")
}

/// Returns a printable form of a path, on a single line. Different paths have different printable
/// forms, because backslashes are doubled and bytes that are not UTF-8 become escape sequences.
pub fn escape_path(path: impl AsRef<Path>) -> String {
    let mut name = String::new();
    for chunk in path.as_ref().as_os_str().as_encoded_bytes().utf8_chunks() {
        let text = chunk.valid().replace('\\', r"\\");
        name += &to_printable(&text.replace('\r', "\\x0d"))
            .replace('\n', "\\n")
            .replace('\t', "\\t");
        for byte in chunk.invalid() {
            let _ = write!(name, "\\x{byte:02x}");
        }
    }
    name
}

/// Quotes a word for a shell, if necessary.
pub fn quote_for_shell(word: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || "/._-+@%:,".contains(c);
    if !word.is_empty() && word.chars().all(bare) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Formats each byte as two hexadecimal digits.
pub fn to_hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Truncates each line of a text to at most 400 characters.
pub fn truncate_lines(text: &str) -> String {
    const MAX_LINE_CHARS: usize = 400;
    let shorten = |line: &str| match line.char_indices().nth(MAX_LINE_CHARS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    };
    let lines: Vec<String> = text.lines().map(shorten).collect();
    lines.join("\n")
}

/// Makes text printable and indents each line by two spaces.
pub fn indent(text: &str) -> String {
    to_printable(text.trim_end())
        .lines()
        .fold(String::new(), |block, line| {
            block + format!("  {line}").trim_end() + "\n"
        })
}

/// Returns whether the text starts with one of the CI runner commands that may occur anywhere in a
/// line: `##[group]`, `##vso[task.complete]`, `##teamcity[…]`.
pub fn is_ci_runner_command(text: &str) -> bool {
    text.strip_prefix("##").is_some_and(|rest| {
        rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric())
            .starts_with('[')
    })
}

/// Returns whether a character is invisible. Spaces are visible.
pub fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
        // The noncharacters of Unicode: the last two code points of each plane, and one range.
        || u32::from(character) & 0xfffe == 0xfffe
        || ('\u{fdd0}'..='\u{fdef}').contains(&character)
}

/// Returns the escape sequence of a character, such as `\x1b` or `\u{202e}`.
fn escape_sequence(character: char) -> String {
    match u32::from(character) {
        number @ ..0x80 => format!("\\x{number:02x}"),
        number => format!("\\u{{{number:x}}}"),
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    use super::*;

    #[test]
    fn invisible_characters_are_replaced() {
        assert_eq!(to_printable("a\x1b[2Jb\r\nc\td\r"), "a\\x1b[2Jb\nc\td\\x0d");
        assert_eq!(to_printable("\u{202e}true\u{9b}"), "\\u{202e}true\\u{9b}");
        assert_eq!(to_printable("\u{2028}\u{ffff}"), "\\u{2028}\\u{ffff}");
        assert_eq!(escape_line("true\nfalse\n"), "true\\nfalse");
        assert_eq!(escape_path("a\nb\t.py"), "a\\nb\\t.py");
        let escaped = escape_invisible_characters("::a\r\n\tb\u{2066}");
        assert_eq!(escaped, "::a\n\tb\\u{2066}");
        let unchanged = escape_invisible_characters("a\n\tb");
        assert!(matches!(unchanged, Cow::Borrowed(_)));
    }

    #[test]
    fn different_names_are_printed_differently() {
        let names: [&[u8]; 8] = [
            b"a\nb.py",
            b"a\\nb.py",
            b"h\xff.py",
            b"h\xfe.py",
            b"h\\xff.py",
            "h\u{fffd}.py".as_bytes(),
            "h\u{9b}.py".as_bytes(),
            b"h\x9b.py",
        ];
        let shown = names.map(|name| escape_path(OsStr::from_bytes(name)));
        let shown = std::collections::BTreeSet::from(shown);
        assert_eq!(shown.len(), names.len(), "{shown:?}");
        assert_eq!(escape_path("dir/answer.py"), "dir/answer.py");
    }

    #[test]
    fn ci_log_commands_are_escaped() {
        for (text, expected) in [
            ("::error::x", "\\x3a:error::x"),
            ("a\n \t::set-env::", "a\n \t\\x3a:set-env::"),
            ("std::vector", "std::vector"),
            ("a ##[group]b", "a \\x23#[group]b"),
            ("##vso[task.complete]", "\\x23#vso[task.complete]"),
            ("####F\n##...", "####F\n##..."),
        ] {
            assert_eq!(to_printable(text), expected);
        }
    }
}
