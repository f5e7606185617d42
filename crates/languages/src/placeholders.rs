//! Placeholders in the commands, paths and environment of the language table.

use std::collections::BTreeMap;

/// Replaces each `{name}` that has a value and keeps all other braces.
pub(crate) fn expand(word: &str, values: &BTreeMap<String, String>) -> String {
    let mut out = String::with_capacity(word.len());
    let mut rest = word;
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open]);
        rest = &rest[open..];
        let value = rest
            .find('}')
            .and_then(|close| Some((values.get(&rest[1..close])?, close)));
        if let Some((value, close)) = value {
            out.push_str(value);
            rest = &rest[close + 1..];
        } else {
            out.push('{');
            rest = &rest[1..];
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expand_with_unknown_names_keeps_braces() {
        let values = [
            ("prog", "/prog"),
            ("memory_mib", "256"),
            ("stack_mib", "64"),
        ];
        let values = values.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let values = BTreeMap::from(values);
        let filled = [
            "{prog}/main",
            "-Xmx{memory_mib}m-Xss{stack_mib}m",
            "{unknown} { {prog} }",
        ];
        let filled = filled.map(|word| expand(word, &values));
        assert_eq!(
            filled,
            ["/prog/main", "-Xmx256m-Xss64m", "{unknown} { /prog }"]
        );
    }
}
