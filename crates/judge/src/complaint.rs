//! The one line of a compiler's text that says what is wrong.

use std::sync::LazyLock;

use regex::Regex;

/// A place at the end of a line: `…, line 3` or `…:3:5`.
static PLACE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?:, line |:)([0-9]+)(?::[0-9]+)?\s*$").expect("a pattern"));

/// A place within the line that names the error: `x.c:3:`, `x.ts(3,5):`, `line 3`.
static PLACED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r":[0-9]+|\([0-9]+,|\bline [0-9]+").expect("a pattern"));

/// The line in which the compiler names the first error, with the number of the
/// source's line where it stands apart, as in Python and Rust; or else the first
/// line that it wrote.
pub(super) fn first(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let is_error = |line: &&str| line.to_ascii_lowercase().contains("error");
    let Some(at) = lines.iter().position(is_error) else {
        let line = lines.iter().find(|line| !line.trim().is_empty())?;
        return Some(line.trim().to_owned());
    };
    let complaint = lines[at].trim();
    if PLACED.is_match(complaint) {
        return Some(complaint.to_owned());
    }
    let after = lines.iter().skip(at + 1).take(2);
    let before = lines[..at].iter().rev().take(4);
    let place = after.chain(before).find_map(|line| PLACE.captures(line));
    Some(match place {
        Some(place) => format!("{complaint}, line {}", &place[1]),
        None => complaint.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::first;

    #[test]
    fn the_first_error_is_named_with_its_line() {
        for (text, expected) in [
            (
                "  File \"/prog/answer.py\", line 3\n    return = 1\n           ^\nSyntaxError: invalid syntax\n",
                "SyntaxError: invalid syntax, line 3",
            ),
            (
                "error[E0308]: mismatched types\n --> solution.rs:3:5\n  |\n",
                "error[E0308]: mismatched types, line 3",
            ),
            (
                "In file included from prelude.h:4:\nx.c:12:9: error: 'y' undeclared\n",
                "x.c:12:9: error: 'y' undeclared",
            ),
            (
                "x.ts(3,5): error TS2322: no\n",
                "x.ts(3,5): error TS2322: no",
            ),
            ("\nsomething else\n", "something else"),
        ] {
            assert_eq!(first(text).as_deref(), Some(expected));
        }
        assert_eq!(first("\n \n"), None);
    }
}
