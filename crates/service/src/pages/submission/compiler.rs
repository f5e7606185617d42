//! Assigns a compiler's messages to the source lines that they refer to.

use std::borrow::Cow;

use mousetrap_util::printable::escape_invisible_characters;

use crate::store::Submission;

/// A line of source code.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SourceLine {
    pub text: String,
    /// The compiler's messages about the line.
    pub messages: Vec<String>,
}

impl SourceLine {
    /// Returns whether the line contains invisible characters, which the page shows as escapes.
    pub(crate) fn has_invisible_characters(&self) -> bool {
        matches!(escape_invisible_characters(&self.text), Cow::Owned(_))
    }
}

/// Returns the source lines of a submission, each with the compiler messages that refer to it.
pub(crate) fn annotated_lines(submission: &Submission, output: &str) -> Vec<SourceLine> {
    let lines = submission.source.lines().map(|text| SourceLine {
        text: text.to_owned(),
        messages: Vec::new(),
    });
    let mut lines: Vec<SourceLine> = lines.collect();
    // The message precedes the location in rustc's output, and follows it in Python's.
    let (mut before, mut line_before) = ("", None);
    for text in output.lines() {
        let Some((number, message)) = find_location(&submission.file, text) else {
            let word = text.split([':', '[', ' ']).next().unwrap_or_default();
            if word == "error" || word.ends_with("Error") {
                match line_before.take() {
                    Some(number) => add_message(&mut lines, number, text),
                    None => before = text,
                }
            }
            continue;
        };
        match if message.is_empty() { before } else { message } {
            "" => line_before = Some(number),
            message => add_message(&mut lines, number, message),
        }
    }
    lines
}

/// Adds a message to a line, if the line exists.
fn add_message(lines: &mut [SourceLine], number: usize, message: &str) {
    let line = number.checked_sub(1).and_then(|at| lines.get_mut(at));
    if let Some(line) = line.filter(|line| !line.messages.iter().any(|known| known == message)) {
        line.messages.push(message.to_owned());
    }
}

/// Parses a compiler message that refers to `file`: `a.cpp:3:5: error: …`, `a.ts(3,5): error …` or
/// `… in a.php on line 3`. Returns the line number and the message.
fn find_location<'a>(file: &str, text: &'a str) -> Option<(usize, &'a str)> {
    let (before, rest) = text.split_once(file)?;
    let rest = rest.trim_start_matches(['"', '\'', ',', ' ', ':', '(']);
    let rest = rest.strip_prefix("on ").unwrap_or(rest);
    let is_worded = rest.starts_with("line ");
    let rest = rest.strip_prefix("line ").unwrap_or(rest);
    let end = rest.find(|c: char| !c.is_ascii_digit());
    let end = end.unwrap_or(rest.len());
    let number = rest[..end].parse().ok()?;
    let after = rest[end..].trim_start_matches(|c: char| c.is_ascii_digit() || ":,) ".contains(c));
    let before = before.trim();
    let message = if before.starts_with("File \"") {
        // In Python's output, the message is on a later line.
        ""
    } else if after.is_empty() && is_worded {
        before.trim_end_matches(" in")
    } else {
        after
    };
    Some((number, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn submission_with_source(file: &str, source: &str) -> Submission {
        Submission {
            file: file.to_owned(),
            ..crate::tests::submission("room", "participant", source)
        }
    }

    /// Each row has a file, the output of its compiler, with `⏎` for a line break, and the message.
    const OUTPUTS: &str = r#"
a.cpp | a.cpp:2:5: error: expected ';' | error: expected ';'
a.cs | a.cs(2,5): error CS1002: ; expected | error CS1002: ; expected
a.rs | error[E0425]: cannot find value `x`⏎ --> a.rs:2:9 | error[E0425]: cannot find value `x`
a.php | PHP Parse error: syntax error in a.php on line 2 | PHP Parse error: syntax error
a.py |   File "/box/a.py", line 2⏎    def f()⏎           ^⏎SyntaxError: expected ':' | SyntaxError: expected ':'
a.py |   File "a.py", line 2⏎    x⏎IndentationError: unexpected indent | IndentationError: unexpected indent
a.py |   File "a.py", line 1, in f⏎    g()⏎  File "a.py", line 2, in g⏎    1 / 0⏎ZeroDivisionError: by zero | ZeroDivisionError: by zero
"#;

    #[test]
    fn message_is_shown_at_the_line_that_the_compiler_names() {
        for row in OUTPUTS.lines().skip(1) {
            let [file, output, expected] = row.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("a row has three columns: {row}");
            };
            let submission = submission_with_source(file, "one\ntwo\n");
            let lines = annotated_lines(&submission, &output.replace('⏎', "\n"));
            assert_eq!(lines[1].messages, [expected], "{output}");
            assert!(lines[0].messages.is_empty(), "{output}");
        }
    }

    #[test]
    fn message_about_a_missing_line_is_dropped() {
        for output in "a.c:99: error|a.c:0: error|b.c:1: error|a.c: error".split('|') {
            let lines = annotated_lines(&submission_with_source("a.c", "one"), output);
            assert!(lines.iter().all(|it| it.messages.is_empty()), "{output}");
        }
    }
}
