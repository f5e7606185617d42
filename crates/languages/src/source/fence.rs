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

/// Returns the position of the line that opens the first block, and the line itself. `blank`
/// replaces comments and strings with spaces.
fn first_fence(text: &str, blank: impl Fn(&str) -> String) -> Option<(usize, FenceOpening<'_>)> {
    let first_text = text.len() - text.trim_start().len();
    let first_line = text[..first_text].rfind('\n').map_or(0, |at| at + 1);
    let opening = |at: usize| FenceOpening::parse(text[at..].split_inclusive('\n').next()?);
    if let Some(opening) = opening(first_line) {
        return Some((first_line, opening));
    }
    // Most submissions have no fence. Checking that first avoids the slower blanking.
    next_fence(text, text)?;
    let start = next_fence(text, &blank(text))?;
    Some((start, opening(start)?))
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
/// numbers are preserved. The callback `blank` replaces comments and strings with spaces, because a
/// fence inside them neither begins nor ends a block.
///
/// # Errors
/// If it is unclear which fenced block is the submission, returns the lines on which the first two
/// blocks begin.
pub(super) fn remove_fence(
    text: &str,
    blank: impl Fn(&str) -> String,
) -> Result<Option<(String, Fence)>, [usize; 2]> {
    let Some((start, opening)) = first_fence(text, &blank) else {
        return Ok(None);
    };
    let has_text_before = !text[..start].trim().is_empty();
    let code = text[start..]
        .find('\n')
        .map_or(text.len(), |end| start + end + 1);
    let mut closing_line = None;
    let mut at = code;
    for line in blank(&text[code..]).split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        let is_last = text[at..].trim().is_empty();
        // The last line is also checked in the original text, because an unclosed string may hide
        // it.
        if opening.is_closed_by(line) || is_last && opening.is_closed_by(&text[range.clone()]) {
            closing_line = Some(range);
            break;
        }
    }
    let language = opening.language();
    // An opening line without a language and without a closing line may be the end of a fence whose
    // start was not copied.
    if closing_line.is_none() && has_text_before && language.is_none() {
        return Ok(None);
    }
    let closing_line = closing_line.unwrap_or(text.len()..text.len());
    let (opens, rest) = (line_number(text, start), &text[closing_line.end..]);
    if has_text_before && let Some(next) = next_fence(rest, rest) {
        return Err([opens, line_number(text, closing_line.end + next)]);
    }
    let fence = Fence {
        opens,
        closes: (!closing_line.is_empty()).then(|| line_number(text, closing_line.start)),
        has_text_before,
        has_text_after: !rest.trim().is_empty(),
        language,
    };
    let code = &text[code..closing_line.start];
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
