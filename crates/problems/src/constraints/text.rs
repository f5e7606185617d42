//! Removes the markup from a constraint line and splits the line into tokens.

use std::sync::LazyLock;

use mousetrap_model::Value;
use regex::Regex;

/// Compiles a regular expression that is fixed in this crate's source.
pub(super) fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("every fixed pattern is a valid regular expression")
}

/// Returns the ASCII sign for another spelling of it.
fn ascii_sign(spelling: &str) -> Option<&'static str> {
    Some(match spelling.trim_matches(['&', ';', '\\']) {
        "lt" => "<",
        "gt" => ">",
        "le" | "leq" | "≤" | "⩽" => "<=",
        "ge" | "geq" | "≥" | "⩾" => ">=",
        "ne" | "neq" | "≠" => "!=",
        "minus" | "−" | "–" => "-",
        "times" | "cdot" | "×" | "·" => "*",
        "ldots" | "…" => "...",
        "#39" | "apos" | "‘" | "’" => "'",
        "quot" | "“" | "”" => "\"",
        "nbsp" | "\u{a0}" => " ",
        "amp" => "&",
        "**" => "^",
        "_" => "_",
        "`" => "",
        _ => return None,
    })
}

/// Removes markup, bullets, a final remark `(i.e., ...)` and the final full stop from a line, and
/// spells signs in ASCII.
pub(super) fn clean(line: &str) -> String {
    static POWER: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?i)<sup>\s*([^<>]*?)\s*</sup>|\^\{([^{}]*)\}|([⁰¹²³⁴⁵⁶⁷⁸⁹]+)"));
    static TAG: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r#"(?i)</?(?:code|ul|ol|li|p|b|i|em|strong|span|font|br|div|u|tt|pre|sub|var)(?:\s+[\w-]+="[^"]*")*\s*/?>"#,
        )
    });
    static BOLD: LazyLock<Regex> = LazyLock::new(|| pattern(r"\*\*([^*\s][^*]*[^*\s])\*\*"));
    // A single sign in backticks, such as `#`, means the character.
    static CHARACTER: LazyLock<Regex> = LazyLock::new(|| pattern(r"`([^\w\s`])`"));
    static BULLET: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(?:[-*•+]\s+|•|\d+[.)]\s+)"));
    static REMARK: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\.? \(i\.e\.[^()]*\)\.?$"));
    static SPELLING: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"&#?\w+;|\\(?:[a-z]+|_)|\*\*|[^\x00-\x7f]|`"));
    let mut text = POWER
        .replace_all(line, |found: &regex::Captures<'_>| {
            let digits = found.iter().skip(1).flatten().next();
            let digits = digits.map_or("", |digits| digits.as_str());
            let plain = |c| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|digit| digit == c);
            let plain = digits.chars().map(|c| match plain(c) {
                Some(digit) => (b'0' + digit as u8).into(),
                None => c,
            });
            format!("^({})", plain.collect::<String>())
        })
        .into_owned();
    text = BOLD.replace_all(&text, "$1").into_owned();
    text = TAG.replace_all(&text, "").trim().to_owned();
    text = BULLET.replace(&text, "").trim_matches('$').to_owned();
    text = CHARACTER.replace_all(&text, "'$1'").into_owned();
    let spelled = SPELLING.replace_all(&text, |found: &regex::Captures<'_>| {
        ascii_sign(&found[0]).unwrap_or(&found[0]).to_owned()
    });
    let text = spelled.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = REMARK.replace(&text, "");
    text.trim_end_matches(['.', ',', ';', ' ']).to_owned()
}

/// A number, a word, a quoted text or a sign.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Number(i128),
    Name(String),
    Literal(Value),
    Sign(&'static str),
}

const TOKEN_SIGNS: [&str; 28] = [
    "<=", ">=", "==", "!=", "=<", "=>", "&&", "<", ">", "=", "+", "-", "*", "/", "%", "^", "(",
    ")", "[", "]", "{", "}", ",", ".", ":", ";", "|", "&",
];

/// Splits a line without markup into tokens; returns `None` if it contains an unknown sign.
pub(super) fn tokens(line: &str) -> Option<Vec<Token>> {
    static NUMBER: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"^(\d{1,3}(?:,\d{3})+\b|\d+)(\.\d+)?(?:[eE]\+?(\d{1,2})\b)?"));
    static NAME: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[A-Za-z_]\w*"));
    static QUOTED: LazyLock<Regex> =
        LazyLock::new(|| pattern(r#"^(?:'(.)'|"(.)"|'([^']*)'|"([^"]*)")"#));
    let (mut tokens, mut rest, mut depth) = (Vec::new(), line.trim_start(), 0_usize);
    while !rest.is_empty() {
        let length;
        if let Some(found) = NUMBER.captures(rest) {
            // Inside brackets, a comma separates numbers, as in `[1,100]`.
            let digits = match depth {
                0 => &found[1],
                _ => found[1].split(',').next().unwrap_or_default(),
            };
            let is_cut = digits.len() < found[1].len();
            let whole: i128 = digits.replace(',', "").parse().ok()?;
            let exponent = found.get(3).filter(|_| !is_cut);
            let exponent = exponent.map_or(Ok(0), |digits| digits.as_str().parse::<u32>());
            let scale = 10_i128.checked_pow(exponent.ok()?)?;
            length = if is_cut { digits.len() } else { found[0].len() };
            let fraction = found.get(2).filter(|_| !is_cut);
            let fraction = fraction.map(|text| text.as_str().trim_end_matches(['0']));
            tokens.push(match fraction {
                Some(text) if text.len() > 1 => {
                    Token::Literal(Value::Double(rest[..length].replace(',', "").parse().ok()?))
                }
                _ => Token::Number(whole.checked_mul(scale)?),
            });
        } else if let Some(found) = NAME.find(rest) {
            length = found.len();
            tokens.push(Token::Name(found.as_str().to_owned()));
        } else if let Some(found) = QUOTED.captures(rest) {
            length = found[0].len();
            let text = found.iter().skip(1).flatten().next()?;
            tokens.push(Token::Literal(Value::String(text.as_str().to_owned())));
        } else {
            let sign = TOKEN_SIGNS
                .into_iter()
                .find(|sign| rest.starts_with(sign))?;
            match sign {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            length = sign.len();
            tokens.push(Token::Sign(sign));
        }
        rest = rest[length..].trim_start();
    }
    Some(tokens)
}
