//! Splits a constraint line into tokens.

use mousetrap_model::Value;

use super::patterns::LazyRegex;

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
