//! The checker: is what a submission replied the jury's answer?

use crate::config::Booleans;

/// Compares a reply with the jury's answer, token by token.
///
/// # Errors
/// The reason in one line, for the author.
pub(super) fn check(reply: &[u8], answer: &str, booleans: Booleans) -> Result<(), String> {
    let Ok(text) = std::str::from_utf8(reply) else {
        return Err(format!("expected {answer}, got bytes that are not UTF-8"));
    };
    let mut tokens = text.split_ascii_whitespace();
    let Some(first) = tokens.next() else {
        return Err(format!("expected {answer}, got nothing"));
    };
    if !same(first, answer, booleans) {
        return Err(format!("expected {answer}, got {}", excerpt(first)));
    }
    match tokens.next() {
        None => Ok(()),
        Some(extra) => Err(format!(
            "expected {answer} and nothing more, got {} after it",
            excerpt(extra)
        )),
    }
}

/// Whether a token is a spelling of the answer that is accepted.
fn same(token: &str, answer: &str, booleans: Booleans) -> bool {
    let digit = match answer {
        "true" => "1",
        "false" => "0",
        _ => return token == answer,
    };
    match booleans {
        Booleans::Exact => token == answer,
        Booleans::AnyCase => token.eq_ignore_ascii_case(answer),
        Booleans::Digit => token.eq_ignore_ascii_case(answer) || token == digit,
    }
}

/// The start of a token with everything unprintable escaped.
pub(super) fn excerpt(text: &str) -> String {
    const SHOWN: usize = 60;
    let shown: String = text
        .chars()
        .take(SHOWN)
        .flat_map(char::escape_debug)
        .collect();
    let more = if text.chars().nth(SHOWN).is_some() {
        "…"
    } else {
        ""
    };
    format!("\"{shown}{more}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_around_the_answer_is_free() {
        for reply in ["true", "true\n", " true\r\n\n"] {
            assert_eq!(check(reply.as_bytes(), "true", Booleans::Exact), Ok(()));
        }
    }

    #[test]
    fn spellings_count_only_as_configured() {
        for (token, exact, any_case, digit) in [
            ("true", true, true, true),
            ("True", false, true, true),
            ("TRUE", false, true, true),
            ("1", false, false, true),
            ("0", false, false, false),
            ("yes", false, false, false),
        ] {
            let accepted = |booleans| check(token.as_bytes(), "true", booleans).is_ok();
            assert_eq!(accepted(Booleans::Exact), exact, "{token}");
            assert_eq!(accepted(Booleans::AnyCase), any_case, "{token}");
            assert_eq!(accepted(Booleans::Digit), digit, "{token}");
        }
        assert!(check(b"1", "1", Booleans::Exact).is_ok());
        assert!(check(b"true", "1", Booleans::Digit).is_err());
    }

    #[test]
    fn every_rejection_says_why() {
        for (reply, expected) in [
            (&b""[..], "expected true, got nothing"),
            (b" \n", "expected true, got nothing"),
            (b"false\n", "expected true, got \"false\""),
            (
                b"true false",
                "expected true and nothing more, got \"false\" after it",
            ),
            (b"tr\0ue", "expected true, got \"tr\\0ue\""),
            (b"\xff\xfe", "expected true, got bytes that are not UTF-8"),
        ] {
            assert_eq!(check(reply, "true", Booleans::Exact).unwrap_err(), expected);
        }
        let long = check("x".repeat(1000).as_bytes(), "true", Booleans::Exact).unwrap_err();
        assert!(long.len() < 100, "{long}");
    }
}
