//! What a compiler says, at the lines that it speaks of.

use std::borrow::Cow;

use mousetrap_util::printable::visible;

/// A line of a source.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub text: String,
    /// What the compiler says of it.
    pub said: Vec<String>,
}

impl Line {
    /// Whether something in it cannot be seen, and is spelt out on the page.
    pub(crate) fn hides(&self) -> bool {
        matches!(visible(&self.text), Cow::Owned(_))
    }
}

/// A source by lines, with what a compiler says of each.
pub(crate) fn lines(file: &str, source: &str, compiler: &str) -> Vec<Line> {
    let mut lines: Vec<Line> = source
        .lines()
        .map(|text| Line {
            text: text.to_owned(),
            said: Vec::new(),
        })
        .collect();
    // rustc says what is wrong before it says where, Python after it.
    let (mut before, mut place_before) = ("", None);
    for text in compiler.lines() {
        let Some((number, what)) = place(file, text) else {
            let word = text.split([':', '[', ' ']).next().unwrap_or_default();
            if word == "error" || word.ends_with("Error") {
                match place_before.take() {
                    Some(number) => say(&mut lines, number, text),
                    None => before = text,
                }
            }
            continue;
        };
        match if what.is_empty() { before } else { what } {
            "" => place_before = Some(number),
            what => say(&mut lines, number, what),
        }
    }
    lines
}

/// Says something of a line, if there is that line.
fn say(lines: &mut [Line], number: usize, what: &str) {
    let line = number.checked_sub(1).and_then(|at| lines.get_mut(at));
    if let Some(line) = line.filter(|line| !line.said.iter().any(|known| known == what)) {
        line.said.push(what.to_owned());
    }
}

/// The line of `file` that a text speaks of, and what it says after that:
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
        // `File "` is how Python names a place.
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
    fn compilers_name_lines_in_many_ways() {
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
    fn lines_that_are_not_there_are_nobodys() {
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
