//! Messages of a compiler at the lines of the source that they name.

use std::borrow::Cow;

use mousetrap_util::printable::visible;

/// A line of a source.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub text: String,
    /// The compiler's messages about the line.
    pub said: Vec<String>,
}

impl Line {
    /// Returns whether the line has invisible characters, which the page spells out.
    pub(crate) fn hides(&self) -> bool {
        matches!(visible(&self.text), Cow::Owned(_))
    }
}

/// Returns the lines of a source with the compiler's messages.
pub(crate) fn lines(file: &str, source: &str, compiler: &str) -> Vec<Line> {
    let mut lines: Vec<Line> = source
        .lines()
        .map(|text| Line {
            text: text.to_owned(),
            said: Vec::new(),
        })
        .collect();
    // The message comes before the place in rustc, and after it in Python.
    let (mut before, mut place_before) = ("", None);
    for text in compiler.lines() {
        let Some((number, what)) = place(file, text) else {
            let word = text.split([':', '[', ' ']).next().unwrap_or_default();
            if word == "error" || word.ends_with("Error") {
                match place_before.take() {
                    Some(number) => add(&mut lines, number, text),
                    None => before = text,
                }
            }
            continue;
        };
        match if what.is_empty() { before } else { what } {
            "" => place_before = Some(number),
            what => add(&mut lines, number, what),
        }
    }
    lines
}

/// Adds a message to a line, if the line exists.
fn add(lines: &mut [Line], number: usize, what: &str) {
    let line = number.checked_sub(1).and_then(|at| lines.get_mut(at));
    if let Some(line) = line.filter(|line| !line.said.iter().any(|known| known == what)) {
        line.said.push(what.to_owned());
    }
}

/// Returns the number of a line of `file` that a text names, and the message after it:
/// `a.cpp:3:5: error: …`, `a.ts(3,5): error …`, `… in a.php on line 3`.
fn place<'a>(file: &str, text: &'a str) -> Option<(usize, &'a str)> {
    let (before, rest) = text.split_once(file)?;
    let rest = rest.trim_start_matches(['"', '\'', ',', ' ', ':', '(']);
    let rest = rest.strip_prefix("on ").unwrap_or(rest);
    let is_worded = rest.starts_with("line ");
    let rest = rest.strip_prefix("line ").unwrap_or(rest);
    let end = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    let number = rest[..end].parse().ok()?;
    let after = rest[end..].trim_start_matches(|c: char| c.is_ascii_digit() || ":,) ".contains(c));
    let said = if after.is_empty() && is_worded {
        // Python names a place so.
        let before = before.trim().trim_end_matches(" in");
        if before.starts_with("File \"") {
            ""
        } else {
            before
        }
    } else {
        after
    };
    Some((number, said))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_stands_at_the_line_that_the_compiler_names() {
        let cases = [
            ("a.cpp:2:5: error: expected ';'", "error: expected ';'"),
            (
                "a.cpp(2,5): error CS1002: ; expected",
                "error CS1002: ; expected",
            ),
            ("error[E0425]: no x\n --> a.cpp:2:9", "error[E0425]: no x"),
            (
                "PHP Parse error: no ; in a.cpp on line 2",
                "PHP Parse error: no ;",
            ),
            (
                "  File \"/box/a.cpp\", line 2\n    def f()\n           ^\nSyntaxError: expected ':'",
                "SyntaxError: expected ':'",
            ),
            (
                "  File \"a.cpp\", line 2\n    x\nIndentationError: unexpected indent",
                "IndentationError: unexpected indent",
            ),
        ];
        for (said, wanted) in cases {
            let lines = lines("a.cpp", "one\ntwo\n", said);
            assert_eq!(lines[1].said, [wanted], "{said}");
            assert!(lines[0].said.is_empty(), "{said}");
        }
    }

    #[test]
    fn message_about_a_missing_line_is_dropped() {
        for said in [
            "a.c:99: error",
            "a.c:0: error",
            "b.c:1: error",
            "a.c: error",
        ] {
            assert!(
                lines("a.c", "one", said)
                    .iter()
                    .all(|it| it.said.is_empty()),
                "{said}"
            );
        }
    }
}
