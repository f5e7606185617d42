//! A hint about a brace that is never closed. If a driver includes the submission, the compiler
//! reports this mistake in the driver, below the submission's code.

/// Returns a hint if code has more opening than closing braces. `bare` is the code with comments and
/// strings replaced by spaces. The hint names the first opening brace whose closing brace begins a
/// line with less indentation. If there is none, the hint names the last brace that is still open.
pub fn unclosed_brace_hint(bare: &str) -> Option<String> {
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut suspect = None;
    for (number, line) in (1..).zip(bare.lines()) {
        let indentation = line.len() - line.trim_start().len();
        for (at, character) in line.char_indices() {
            match character {
                '{' => open.push((number, indentation)),
                '}' => {
                    let begins_line = at == indentation;
                    let opening = open.pop();
                    let outdented =
                        opening.filter(|(_, other)| begins_line && indentation < *other);
                    suspect = suspect.or(outdented.map(|(number, _)| number));
                }
                _ => {}
            }
        }
    }
    let (last, _) = open.last()?;
    let line = suspect.unwrap_or(*last);
    Some(format!("the `{{` on line {line} is not closed"))
}

#[cfg(test)]
mod tests {
    use super::unclosed_brace_hint;

    #[test]
    fn unclosed_brace_is_found_with_its_line() {
        for (bare, line) in [
            (
                "int f() {\n  if (x) {\n    return 1;\n  return 0;\n}\n",
                Some(2),
            ),
            (
                "class A {\n  int f() {\n    return 1;\n  int g() { return 1; }\n}\n",
                Some(2),
            ),
            // Without indentation, only the last open brace is known.
            ("int f() {\nif (x) {\nreturn 1;\nreturn 0;\n}\n", Some(1)),
            ("class A {\n  int f() { return 1; }\n", Some(1)),
            ("int f() { return 1; }\nnamespace x {\n", Some(2)),
            ("int f() { return 1; }\n", None),
            ("int f() { return 1; }}\n", None),
        ] {
            let expected = line.map(|line| format!("the `{{` on line {line} is not closed"));
            assert_eq!(unclosed_brace_hint(bare), expected, "{bare}");
        }
    }
}
