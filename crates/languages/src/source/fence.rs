//! Markdown code fences around a pasted submission.

use std::fmt;

/// A code fence that was removed from a submission. Only a file whose first line of
/// text is a fence has one, since no program begins like that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fence {
    /// The line on which it opens.
    pub(crate) opens: usize,
    /// The line on which it closes.
    closes: Option<usize>,
    /// Whether text after it was removed as well.
    has_text_after: bool,
    /// The language that it names, in lower case.
    pub(crate) language: Option<String>,
}

impl fmt::Display for Fence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "removed the Markdown code fence on line {}", self.opens)?;
        match (self.closes, self.has_text_after) {
            (Some(line), true) => write!(f, " and everything from line {line} on"),
            (Some(line), false) => write!(f, " and its end on line {line}"),
            (None, _) => Ok(()),
        }
    }
}

/// The line that opens a fence.
struct Opening<'a> {
    mark: char,
    length: usize,
    info: &'a str,
}

impl<'a> Opening<'a> {
    fn of(line: &'a str) -> Option<Self> {
        let text = unindented(line)?;
        let mark = text.chars().next().filter(|mark| "`~".contains(*mark))?;
        let info = text.trim_start_matches(mark);
        let length = text.len() - info.len();
        let is_fence = length >= 3 && !(mark == '`' && info.contains('`'));
        is_fence.then(|| Self {
            mark,
            length,
            info: info.trim(),
        })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        unindented(line).is_some_and(|text| {
            let text = text.trim_end();
            text.len() >= self.length && text.chars().all(|c| c == self.mark)
        })
    }

    /// The first word of `python title="a.py"` and of `{.python}`.
    fn language(&self) -> Option<String> {
        let is_language = |c: char| c.is_alphanumeric() || "+#-".contains(c);
        let word = self.info.trim_start_matches(['{', '.', ' ']);
        let word = word.split(|c| !is_language(c)).next().unwrap_or_default();
        (!word.is_empty()).then(|| word.to_lowercase())
    }
}

/// A line indented by at most three spaces: Markdown takes one that is indented more
/// for code.
fn unindented(line: &str) -> Option<&str> {
    let text = line.trim_start_matches(' ');
    (line.len() - text.len() <= 3).then_some(text)
}

/// The code in a fence with which `text` begins, on the lines on which it stands in
/// `text`. `bare` blanks comments and strings, byte for byte, so that a fence in one of
/// them does not end the code.
pub(super) fn remove(text: &str, bare: impl Fn(&str) -> String) -> Option<(String, Fence)> {
    let is_blank = |line: &&str| line.trim().is_empty();
    let blank = text.split_inclusive('\n').take_while(is_blank);
    let (blank_lines, start) = blank.fold((0, 0), |(n, at), line| (n + 1, at + line.len()));
    let first = text[start..].split_inclusive('\n').next()?;
    let opening = Opening::of(first)?;
    let code = &text[start + first.len()..];
    let (mut line, mut end) = (blank_lines + 1, None);
    let mut at = 0;
    for bare in bare(code).split_inclusive('\n') {
        line += 1;
        let original = &code[at..at + bare.len()];
        let is_last = code[at + bare.len()..].trim().is_empty();
        // A string that is never closed hides all of the rest.
        if opening.is_closed_by(bare) || is_last && opening.is_closed_by(original) {
            end = Some((line, at, is_last));
            break;
        }
        at += bare.len();
    }
    // `~~~x` can begin a program in JavaScript.
    if end.is_none() && opening.mark == '~' {
        return None;
    }
    let fence = Fence {
        opens: blank_lines + 1,
        closes: end.map(|(line, ..)| line),
        has_text_after: end.is_some_and(|(.., is_last)| !is_last),
        language: opening.language(),
    };
    let code = &code[..end.map_or(code.len(), |(_, at, _)| at)];
    Some(("\n".repeat(blank_lines + 1) + code, fence))
}

/// Returns whether a line opens a fence of backticks.
pub(crate) fn opens_backtick_fence(line: &str) -> bool {
    Opening::of(line).is_some_and(|opening| opening.mark == '`')
}

#[cfg(test)]
mod tests {
    use crate::source::Code;
    use crate::table::Languages;

    fn code(extension: &str, text: &str) -> Code {
        let languages = Languages::embedded();
        Code::new(text, &languages.by_extension(extension).unwrap().syntax)
    }

    #[track_caller]
    fn check(extension: &str, text: &str, expected: &str, note: &str) {
        let found = code(extension, text);
        assert_eq!(found.text, expected, "{text:?}");
        assert_eq!(found.bare.len(), expected.len());
        let found = found.fence.map(|fence| fence.to_string());
        assert_eq!(found.unwrap_or_default(), note, "{text:?}");
    }

    #[test]
    fn fence_around_code_is_removed_and_lines_keep_their_numbers() {
        let both = "removed the Markdown code fence on line 1 and its end on line 3";
        for text in [
            "```python\nx = 1\n```",
            "~~~\nx = 1\n~~~~\n\n",
            "  ```{.py}\nx = 1\n   ``` \n",
        ] {
            check("py", text, "\nx = 1\n", both);
        }
        check(
            "py",
            "\u{feff}```py\r\nx = 1\r\n```\r\n",
            "\nx = 1\r\n",
            both,
        );
        check(
            "py",
            "\n\n````\nx = 1\n```\n````\n",
            "\n\n\nx = 1\n```\n",
            "removed the Markdown code fence on line 3 and its end on line 6",
        );
    }

    #[test]
    fn text_after_fence_is_removed_and_missing_end_is_allowed() {
        check(
            "go",
            "```go\nvar x = 1\n```\nIt's O(n).\n```\nexample\n```\n",
            "\nvar x = 1\n",
            "removed the Markdown code fence on line 1 and everything from line 3 on",
        );
        check(
            "go",
            "```\nvar x = 1\n",
            "\nvar x = 1\n",
            "removed the Markdown code fence on line 1",
        );
    }

    #[test]
    fn fence_in_string_or_comment_does_not_end_the_code() {
        let end = "removed the Markdown code fence on line 1 and its end on line 6";
        for (extension, inside) in [
            ("py", "\"\"\"\n```\n\"\"\"\nx = 1\n"),
            ("java", "/*\n```\n*/\nint x;\n"),
            ("js", "let x = `\n   a\n`;\n;\n"),
            ("go", "var x = `\n\n`\n\n"),
        ] {
            let text = format!("```\n{inside}```\n");
            check(extension, &text, &format!("\n{inside}"), end);
        }
        // Of this string only the end of the file is known.
        check(
            "py",
            "```\nx = '''\n```\n",
            "\nx = '''\n",
            "removed the Markdown code fence on line 1 and its end on line 3",
        );
    }

    #[test]
    fn program_that_does_not_begin_with_a_fence_is_unchanged() {
        for (extension, text) in [
            ("py", "\"\"\"\n```python\nx = 1\n```\n\"\"\"\n"),
            ("py", "# a\n```\nx = 1\n```\n"),
            ("py", "    ```\nx = 1\n"),
            ("py", "``\nx = 1\n"),
            ("js", "```x``` ;\n"),
            ("js", "~~~x\n;\n"),
            ("py", ""),
        ] {
            check(extension, text, text, "");
        }
    }
}
