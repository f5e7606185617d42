//! A hint about a brace that is never closed. If the compiler includes a submission into another
//! file, it reports the mistake in that file.

use mousetrap_util::toml_file::line_number;

/// Returns a hint if code has more opening than closing braces. `bare` is the code with comments and
/// strings replaced by spaces.
pub fn unclosed_brace_hint(bare: &str) -> Option<String> {
    let mut open = Vec::new();
    for (at, character) in bare.char_indices() {
        match character {
            '{' => open.push(at),
            '}' => _ = open.pop(),
            _ => {}
        }
    }
    let line = line_number(bare, *open.last()?);
    Some(format!("the `{{` on line {line} is not closed"))
}

#[cfg(test)]
mod tests {
    use super::unclosed_brace_hint;

    #[test]
    fn brace_without_a_partner_is_found_with_its_line() {
        for (bare, line) in [
            (
                "int f() {\n  if (x) {\n    return 1;\n  return 0;\n}\n",
                Some(1),
            ),
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
