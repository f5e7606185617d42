//! Sets of characters and of values, in words: `lowercase English letters and '?'`.

use std::collections::BTreeSet;

use mousetrap_model::Value;

use super::text::Token;

/// Words that add nothing to a list of characters or values.
const NOISE: [&str; 30] = [
    "only",
    "ascii",
    "of",
    "the",
    "and",
    "or",
    "english",
    "latin",
    "case",
    "cased",
    "character",
    "characters",
    "chars",
    "either",
    "one",
    "following",
    "values",
    "value",
    "parentheses",
    "brackets",
    "integer",
    "integers",
    "with",
    "both",
    "char",
    "plus",
    "sign",
    "binary",
    "symbol",
    "dot",
];

/// Returns the characters that the words describe, or `None` if a word is unknown.
pub(super) fn characters(tokens: &[Token]) -> Option<Vec<char>> {
    let (mut set, mut ranges, mut classes) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut position = 0;
    while let Some(token) = tokens.get(position) {
        let rest = &tokens[position + 1..];
        if let [separator, last, ..] = rest
            && (matches!(separator, Token::Sign("-"))
                || matches!(separator, Token::Name(to) if to == "to"))
            && let (Some(first), Some(last)) = (single(token), single(last))
        {
            ranges.extend(first..=last);
            position += 3;
            continue;
        }
        match token {
            Token::Literal(Value::String(text)) => set.extend(text.chars()),
            Token::Number(_) => set.extend([single(token)?]),
            Token::Name(word) => match word.to_lowercase().as_str() {
                "lowercase" | "lower" | "lowercased" => _ = classes.insert("lower"),
                "uppercase" | "upper" | "capital" => _ = classes.insert("upper"),
                "letter" | "letters" | "alphabet" | "alphabets" => _ = classes.insert("letters"),
                "digit" | "digits" => _ = classes.insert("digits"),
                "alphanumeric" => classes.extend(["letters", "digits"]),
                "printable" => set.extend(' '..='~'),
                "symbols" | "punctuation" => {
                    set.extend((' '..='~').filter(char::is_ascii_punctuation));
                }
                "space" | "spaces" => _ = set.insert(' '),
                "a" | "an" if matches!(rest.first(), Some(Token::Name(_))) => {}
                "s" if position > 0 && single(&tokens[position - 1]).is_some() => {}
                noise if NOISE.contains(&noise) => {}
                _ => return None,
            },
            Token::Sign("(" | ")" | "[" | "]" | "," | ":" | "-" | "{" | "}") => {}
            _ => return None,
        }
        position += 1;
    }
    if classes.contains("letters") && !classes.contains("lower") && !classes.contains("upper") {
        classes.extend(["lower", "upper"]);
    }
    let is_member = [
        char::is_ascii_alphabetic as fn(&char) -> bool,
        char::is_ascii_digit,
    ];
    for (is_member, class) in is_member
        .into_iter()
        .zip([&["lower", "upper"][..], &["digits"]])
    {
        let has_class = class.iter().any(|class| classes.contains(class));
        if has_class && set.iter().any(is_member) {
            // "Digits '0' and '1'" may mean these two only.
            return None;
        }
        if ranges.iter().any(is_member) {
            classes.retain(|known| !class.contains(known));
        }
    }
    set.extend(ranges);
    for class in classes {
        match class {
            "lower" => set.extend('a'..='z'),
            "upper" => set.extend('A'..='Z'),
            "digits" => set.extend('0'..='9'),
            _ => {}
        }
    }
    (!set.is_empty()).then(|| set.into_iter().collect())
}

/// Returns the only character of a text, of a letter in capitals or of a digit.
fn single(token: &Token) -> Option<char> {
    match token {
        Token::Literal(Value::String(text)) | Token::Name(text) => {
            let mut characters = text.chars();
            characters.next().filter(|_| characters.next().is_none())
        }
        Token::Number(digit) => char::from_digit(u32::try_from(*digit).ok()?, 10),
        _ => None,
    }
}

/// Returns the numbers and texts that a list such as `either 0 or 1` consists of.
pub(super) fn values(tokens: &[Token]) -> Option<Vec<Value>> {
    let mut values = Vec::new();
    for (position, token) in tokens.iter().enumerate() {
        match token {
            Token::Number(number) => {
                let is_negative = position > 0 && tokens[position - 1] == Token::Sign("-");
                let number = if is_negative { -number } else { *number };
                values.push(Value::Integer(i64::try_from(number).ok()?));
            }
            Token::Literal(value) => values.push(value.clone()),
            Token::Name(word) if NOISE.contains(&word.to_lowercase().as_str()) => {}
            Token::Sign("(" | ")" | "[" | "]" | "," | ":" | "{" | "}") => {}
            Token::Sign("-") if matches!(tokens.get(position + 1), Some(Token::Number(_))) => {}
            _ => return None,
        }
    }
    (!values.is_empty()).then_some(values)
}
