//! Removes the markup from a constraint line and splits the line into tokens.

use std::ops::Deref;
use std::sync::OnceLock;

use mousetrap_model::Value;
use regex::Regex;

/// A hard-coded regular expression, compiled on first use.
pub(super) struct LazyRegex {
    text: &'static str,
    compiled: OnceLock<Regex>,
}

impl LazyRegex {
    pub(super) const fn new(text: &'static str) -> Self {
        let compiled = OnceLock::new();
        Self { text, compiled }
    }
}

impl Deref for LazyRegex {
    type Target = Regex;

    fn deref(&self) -> &Regex {
        let compile = || Regex::new(self.text).expect("every fixed pattern is valid");
        self.compiled.get_or_init(compile)
    }
}

/// Returns the ASCII form of a symbol that is spelled in HTML, LaTeX or Unicode, such as `<=` for
/// `≤` or `\leq`.
fn to_ascii_symbol(spelling: &str) -> Option<&'static str> {
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
/// converts symbols such as `≤` to ASCII.
pub(super) fn strip_markup(line: &str) -> String {
    static POWER_PATTERN: LazyRegex =
        LazyRegex::new(r"(?i)<sup>\s*([^<>]*?)\s*</sup>|\^\{([^{}]*)\}|([⁰¹²³⁴⁵⁶⁷⁸⁹]+)");
    static TAG_PATTERN: LazyRegex = LazyRegex::new(
        r#"(?i)</?(?:code|ul|ol|li|p|b|i|em|strong|span|font|br|div|u|tt|pre|sub|var)(?:\s+[\w-]+="[^"]*")*\s*/?>"#,
    );
    static BOLD_PATTERN: LazyRegex = LazyRegex::new(r"\*\*([^*\s][^*]*[^*\s])\*\*");
    // A single symbol in backticks, such as `#`, denotes the character.
    static CHARACTER_PATTERN: LazyRegex = LazyRegex::new(r"`([^\w\s`])`");
    static BULLET_PATTERN: LazyRegex = LazyRegex::new(r"^(?:[-*•+]\s+|•|\d+[.)]\s+)");
    static REMARK_PATTERN: LazyRegex = LazyRegex::new(r"(?i)\.? \(i\.e\.[^()]*\)\.?$");
    static SYMBOL_PATTERN: LazyRegex =
        LazyRegex::new(r"&#?\w+;|\\(?:[a-z]+|_)|\*\*|[^\x00-\x7f]|`");
    let mut text = POWER_PATTERN
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
    text = BOLD_PATTERN.replace_all(&text, "$1").into_owned();
    text = TAG_PATTERN.replace_all(&text, "").trim().to_owned();
    text = BULLET_PATTERN
        .replace(&text, "")
        .trim_matches('$')
        .to_owned();
    text = CHARACTER_PATTERN.replace_all(&text, "'$1'").into_owned();
    let spelled = SYMBOL_PATTERN.replace_all(&text, |found: &regex::Captures<'_>| {
        to_ascii_symbol(&found[0]).unwrap_or(&found[0]).to_owned()
    });
    let text = spelled.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = REMARK_PATTERN.replace(&text, "");
    text.trim_end_matches(['.', ',', ';', ' ']).to_owned()
}

/// A number, a word, a quoted string or a symbol.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Number(i128),
    Name(String),
    Literal(Value),
    Symbol(&'static str),
}

const SYMBOLS: [&str; 28] = [
    "<=", ">=", "==", "!=", "=<", "=>", "&&", "<", ">", "=", "+", "-", "*", "/", "%", "^", "(",
    ")", "[", "]", "{", "}", ",", ".", ":", ";", "|", "&",
];

/// Splits a line without markup into tokens; returns `None` if it contains an unknown symbol.
pub(super) fn tokenize(line: &str) -> Option<Vec<Token>> {
    static NUMBER_PATTERN: LazyRegex =
        LazyRegex::new(r"^(\d{1,3}(?:,\d{3})+\b|\d+)(\.\d+)?(?:[eE]\+?(\d{1,2})\b)?");
    static NAME_PATTERN: LazyRegex = LazyRegex::new(r"^[A-Za-z_]\w*");
    static QUOTED_PATTERN: LazyRegex = LazyRegex::new(r#"^(?:'(.)'|"(.)"|'([^']*)'|"([^"]*)")"#);
    let (mut tokens, mut rest, mut depth) = (Vec::new(), line.trim_start(), 0_usize);
    while !rest.is_empty() {
        let length;
        if let Some(found) = NUMBER_PATTERN.captures(rest) {
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
        } else if let Some(found) = NAME_PATTERN.find(rest) {
            length = found.len();
            tokens.push(Token::Name(found.as_str().to_owned()));
        } else if let Some(found) = QUOTED_PATTERN.captures(rest) {
            length = found[0].len();
            let text = found.iter().skip(1).flatten().next()?;
            tokens.push(Token::Literal(Value::String(text.as_str().to_owned())));
        } else {
            let sign = SYMBOLS.into_iter().find(|sign| rest.starts_with(sign))?;
            match sign {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            length = sign.len();
            tokens.push(Token::Symbol(sign));
        }
        rest = rest[length..].trim_start();
    }
    Some(tokens)
}
