//! Removal of Markdown code fences around pasted submissions.

use std::fmt;

use mousetrap_util::toml_file::line_number;

/// A code fence that was removed from a submission, because the file began with the fence or
/// contained no other fence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fence {
    /// The line on which the fence begins.
    pub(crate) opens: usize,
    /// The line on which the fence ends.
    closes: Option<usize>,
    /// Whether text before the fence was also removed.
    has_text_before: bool,
    /// Whether text after the fence was also removed.
    has_text_after: bool,
    /// The language that the fence names, in lowercase.
    pub(crate) language: Option<String>,
}

impl fmt::Display for Fence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = self.has_text_before.then_some("everything up to ");
        let (before, line) = (before.unwrap_or_default(), self.opens);
        write!(
            f,
            "removed {before}the Markdown code fence that opens on line {line}"
        )?;
        match (self.closes, self.has_text_after) {
            (Some(line), true) => write!(f, " and everything from line {line} on"),
            (Some(line), false) => write!(f, " and its closing line {line}"),
            (None, _) => Ok(()),
        }
    }
}

/// The first line of a fence.
struct FenceOpening<'a> {
    length: usize,
    info: &'a str,
}

impl<'a> FenceOpening<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let text = strip_indentation(line)?;
        let info = text.trim_start_matches('`');
        let length = text.len() - info.len();
        (length >= 3 && !info.contains('`')).then(|| Self {
            length,
            info: info.trim(),
        })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        strip_indentation(line).is_some_and(|text| {
            let text = text.trim_end();
            text.len() >= self.length && text.chars().all(|c| c == '`')
        })
    }

    /// Returns the language that the line names: `python` for both `python title="a.py"` and
    /// `{.python}`.
    fn language(&self) -> Option<String> {
        let is_language = |c: char| c.is_alphanumeric() || "+#-".contains(c);
        let word = self.info.trim_start_matches(['{', '.', ' ']);
        let word = word.split(|c| !is_language(c)).next().unwrap_or_default();
        (!word.is_empty()).then(|| word.to_lowercase())
    }
}

/// Returns a line without its indentation, or `None` if the line is indented by more than three
/// spaces, which makes it a code line in Markdown.
fn strip_indentation(line: &str) -> Option<&str> {
    let text = line.trim_start_matches(' ');
    (line.len() - text.len() <= 3).then_some(text)
}

/// A fenced block in a text. Positions are byte offsets.
struct FencedBlock<'a> {
    opening: FenceOpening<'a>,
    /// Start of the first line, which opens the block.
    start: usize,
    /// Start of the code.
    code: usize,
    /// Start of the line that closes the block; `None` if there is no such line.
    end: Option<usize>,
    /// End of the line that closes the block, or end of the text.
    after: usize,
    has_text_before: bool,
}

impl<'a> FencedBlock<'a> {
    /// Returns the first block of a text. `blank` replaces comments and strings with spaces, because
    /// a fence inside them neither begins nor ends a block.
    fn first_block(text: &'a str, blank: impl Fn(&str) -> String) -> Option<Self> {
        let first_text = text.len() - text.trim_start().len();
        let first_line = text[..first_text].rfind('\n').map_or(0, |at| at + 1);
        let opens = |at: usize| FenceOpening::parse(text[at..].split_inclusive('\n').next()?);
        let (start, opening) = if let Some(opening) = opens(first_line) {
            (first_line, opening)
        } else {
            // Most submissions have no fence. Checking that first avoids the slower blanking.
            next_fence(text, text)?;
            let start = next_fence(text, &blank(text))?;
            (start, opens(start)?)
        };
        let code = start + text[start..].split_inclusive('\n').next()?.len();
        let mut block = Self {
            opening,
            start,
            code,
            end: None,
            after: text.len(),
            has_text_before: start > first_line,
        };
        let mut at = code;
        for line in blank(&text[code..]).split_inclusive('\n') {
            let (original, after) = (&text[at..at + line.len()], at + line.len());
            let is_last = text[after..].trim().is_empty();
            // The last line is also checked in the original text, because an unclosed string may
            // hide it.
            if block.opening.is_closed_by(line) || is_last && block.opening.is_closed_by(original) {
                (block.end, block.after) = (Some(at), after);
                break;
            }
            at = after;
        }
        // An opening line without a language and without a closing line may be the end of a fence
        // whose start was not copied.
        let is_certain = !block.has_text_before || block.opening.language().is_some();
        (block.end.is_some() || is_certain).then_some(block)
    }

    /// Returns the line number, counted from 1, of the next block. Returns `None` if there is no
    /// text before this block.
    fn next_block_line(&self, text: &str) -> Option<usize> {
        let rest = &text[self.after..];
        let at = next_fence(rest, rest).filter(|_| self.has_text_before)?;
        Some(line_number(text, self.after + at))
    }
}

/// Returns the position of the first line that opens a block in `text`. `bare` is the same text
/// with comments and strings replaced by spaces.
fn next_fence(text: &str, bare: &str) -> Option<usize> {
    let mut at = 0;
    bare.split_inclusive('\n').find_map(|line| {
        let start = at;
        at += line.len();
        (opens_fence(line) && opens_fence(&text[start..at])).then_some(start)
    })
}

/// Returns the code inside a fence, if `text` begins with the fence or contains no other fence. Line
/// numbers are preserved. The callback `blank` replaces comments and strings with spaces.
///
/// # Errors
/// If it is unclear which fenced block is the submission, returns the lines on which the first two
/// blocks begin.
pub(super) fn remove_fence(
    text: &str,
    blank: impl Fn(&str) -> String,
) -> Result<Option<(String, Fence)>, [usize; 2]> {
    let Some(block) = FencedBlock::first_block(text, blank) else {
        return Ok(None);
    };
    let opens = line_number(text, block.start);
    if let Some(second) = block.next_block_line(text) {
        return Err([opens, second]);
    }
    let fence = Fence {
        opens,
        closes: block.end.map(|end| line_number(text, end)),
        has_text_before: block.has_text_before,
        has_text_after: !text[block.after..].trim().is_empty(),
        language: block.opening.language(),
    };
    let code = &text[block.code..block.end.unwrap_or(text.len())];
    Ok(Some(("\n".repeat(opens) + code, fence)))
}

pub(crate) fn opens_fence(line: &str) -> bool {
    FenceOpening::parse(line).is_some()
}

#[cfg(test)]
mod tests {
    use crate::source::SourceText;
    use crate::table::Languages;

    fn extract_code(extension: &str, text: &str) -> SourceText {
        let languages = Languages::embedded();
        SourceText::new(text, &languages.by_extension(extension).unwrap().syntax)
    }

    /// Asserts that this code is extracted from a text, and that the note about the fence contains
    /// these line numbers.
    #[track_caller]
    fn assert_extracted_code(extension: &str, text: &str, expected: &str, lines: &[&str]) {
        let found = extract_code(extension, text);
        assert_eq!(found.text, expected, "{text:?}");
        assert_eq!(found.bare.len(), expected.len());
        let note = found.fence.map_or(String::new(), |fence| fence.to_string());
        let is_number = |word: &&str| word.starts_with(|first: char| first.is_ascii_digit());
        let named: Vec<&str> = note.split(' ').filter(is_number).collect();
        assert_eq!(named, lines, "{text:?}: {note}");
    }

    #[test]
    fn removed_fence_preserves_line_numbers() {
        for (text, expected, lines) in [
            ("```python\nx = 1\n```", "\nx = 1\n", &["1", "3"][..]),
            ("  ```{.py}\nx = 1\n   ``` \n", "\nx = 1\n", &["1", "3"]),
            ("\u{feff}```py\r\nx\r\n```\r\n", "\nx\r\n", &["1", "3"]),
            ("\n\n````\nx\n```\n````\n", "\n\n\nx\n```\n", &["3", "6"]),
            // Text after the fence, and a missing end.
            ("```py\nx\n```\nIt's.\n```\ny\n```\n", "\nx\n", &["1", "3"]),
            ("```\nx = 1\n", "\nx = 1\n", &["1"]),
        ] {
            assert_extracted_code("py", text, expected, lines);
        }
    }

    #[test]
    fn fence_in_string_or_comment_does_not_end_the_code() {
        for (extension, inside) in [
            ("py", "\"\"\"\n```\n\"\"\"\nx = 1\n"),
            ("java", "/*\n```\n*/\nint x;\n"),
            ("js", "let x = `\n   a\n`;\n;\n"),
            ("go", "var x = `\n\n`\n\n"),
        ] {
            let text = format!("```\n{inside}```\n");
            assert_extracted_code(extension, &text, &format!("\n{inside}"), &["1", "6"]);
        }
        // This string is unclosed, so it hides the end of the fence.
        assert_extracted_code("py", "```\nx = '''\n```\n", "\nx = '''\n", &["1", "3"]);
    }

    #[test]
    fn sole_fence_is_removed_with_surrounding_text() {
        for (extension, text, above, lines) in [
            ("py", "\"\n\n```py\nx = 1\n```\nDone.\n", 3, &["3", "5"][..]),
            ("py", "# a\n```\nx = 1\n```\n", 2, &["2", "4"]),
            ("js", "Use `let`:\n```js\nx = 1\n```\n", 2, &["2", "4"]),
            ("go", "a\n```\nx = 1\n```\n", 2, &["2", "4"]),
            ("py", "a\n```py\nx = 1\n", 2, &["2"]),
        ] {
            assert_extracted_code(extension, text, &("\n".repeat(above) + "x = 1\n"), lines);
        }
    }

    #[test]
    fn several_fences_after_text_are_kept_and_reported() {
        let text = "a\n```\nx = 1\n```\nb\n```\nx = 2\n```\n";
        assert_extracted_code("py", text, text, &[]);
        let several_blocks = |text: &str| extract_code("py", text).several_blocks;
        assert_eq!(several_blocks(text), Some([2, 6]));
        assert_eq!(several_blocks(&text[2..]), None);
    }

    #[test]
    fn fence_in_string_or_after_code_is_kept() {
        for (extension, text) in [
            ("py", "\"\"\"\n```python\nx = 1\n```\n\"\"\"\n"),
            ("py", "x = 1\n```\n"),
            ("java", "int x;\n/*\n```\nint x;\n```\n*/\n"),
            ("js", "let x = `\n```\n"),
            ("py", "    ```\nx = 1\n"),
            ("py", "``\nx = 1\n"),
            ("js", "```x``` ;\n"),
            ("py", "~~~\nx = 1\n~~~\n"),
            ("py", ""),
        ] {
            assert_extracted_code(extension, text, text, &[]);
        }
    }
}
