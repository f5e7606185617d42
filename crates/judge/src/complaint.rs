//! The one line of a compiler's text that says what is wrong.

use std::sync::LazyLock;

use regex::Regex;

/// A place at the end of a line: `…, line 3` or `…:3:5`.
static PLACE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?:, line |:)([0-9]+)(?::[0-9]+)?\s*$").expect("a pattern"));

/// A place within the line that names the error: `x.c:3:`, `x.ts(3,5):`, `line 3`.
static PLACED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r":[0-9]+|\([0-9]+,|\bline [0-9]+").expect("a pattern"));

/// How many errors there were, or that there were some, which says nothing.
static SUMMARY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?i:[0-9]+ errors?\b|errors? parsing|compilation failed|== compilation error)")
        .expect("a pattern")
});

/// The line in which the compiler names the first error, with the number of the
/// source's line where it stands apart, as in Python and Rust; or else the first
/// line that it wrote.
pub(super) fn first(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let is_error =
        |line: &&str| line.to_ascii_lowercase().contains("error") && !SUMMARY.is_match(line);
    let Some(at) = lines.iter().position(is_error) else {
        let line = lines.iter().find(|line| !line.trim().is_empty())?;
        return Some(line.trim().to_owned());
    };
    let mut complaint = lines[at].trim().to_owned();
    // Scala says what it found and what it wanted on lines of their own.
    if complaint.ends_with(';') {
        for line in lines.iter().skip(at + 1).take(2) {
            let words: Vec<&str> = line.split_whitespace().collect();
            complaint = format!("{complaint} {}", words.join(" "));
        }
    }
    if PLACED.is_match(&complaint) {
        return Some(complaint);
    }
    let after = lines.iter().skip(at + 1).take(2);
    let before = lines[..at].iter().rev().take(4);
    let place = after.chain(before).find_map(|line| PLACE.captures(line));
    Some(match place {
        Some(place) => format!("{complaint}, line {}", &place[1]),
        None => complaint,
    })
}

/// Whether a complaint is about one of these files.
pub(super) fn is_in(said: &str, files: &[&str]) -> bool {
    let rest = files.iter().find_map(|file| said.strip_prefix(file));
    rest.is_some_and(|rest| rest.starts_with(':'))
}

/// A compiler's text in which the file `source` has the submission's own name, without
/// the lines that say from which of the driver's files it is included.
pub(super) fn renamed(text: &str, source: &str, own: &str, ours: &[&str]) -> String {
    let kept = text.split_inclusive('\n').filter(|line| {
        let from = line.trim_start().trim_start_matches("In file included ");
        !from
            .strip_prefix("from ")
            .is_some_and(|from| is_in(from, ours))
    });
    let kept: String = kept.collect();
    let pattern = format!(r"(^|[^\w.]){}\b", regex::escape(source));
    let source = Regex::new(&pattern).expect("the name is escaped");
    let own = own.replace('$', "$$");
    source
        .replace_all(&kept, format!("${{1}}{own}"))
        .into_owned()
}

#[cfg(test)]
mod tests {
    use super::{first, renamed};

    #[test]
    fn a_compiler_speaks_of_the_submission_by_its_own_name() {
        let text = "In file included from driver.cpp:10:\nsolution.cpp:5:5: error: my_solution.cpp\n  in /prog/solution.cpp\n";
        assert_eq!(
            renamed(text, "solution.cpp", "a$1.cc", &["driver.cpp"]),
            "a$1.cc:5:5: error: my_solution.cpp\n  in /prog/a$1.cc\n"
        );
    }

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
            (
                "Compilation failed: 1 error(s), 0 warnings\na.cs(2,35): error CS1525: Unexpected\n",
                "a.cs(2,35): error CS1525: Unexpected",
            ),
            (
                "Errors parsing a.php\nParse error: Unclosed '{' on line 3 in a.php on line 4\n",
                "Parse error: Unclosed '{' on line 3 in a.php on line 4",
            ),
            (
                "a.scala:3: error: type mismatch;\n found   : String(\"0\")\n required: Int\n        x\n1 error\n",
                "a.scala:3: error: type mismatch; found : String(\"0\") required: Int",
            ),
            (
                "/prog/a.js:2\n  return );\n         ^\n\nSyntaxError: Unexpected token ')'\n",
                "SyntaxError: Unexpected token ')', line 2",
            ),
            (
                "== Compilation error in file a.ex ==\n** (CompileError) a.ex:3: undefined function f/0\n",
                "** (CompileError) a.ex:3: undefined function f/0",
            ),
            ("\nsomething else\n", "something else"),
        ] {
            assert_eq!(first(text).as_deref(), Some(expected));
        }
        assert_eq!(first("\n \n"), None);
    }
}
