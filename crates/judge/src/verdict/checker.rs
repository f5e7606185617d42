//! The checker: compares replies with the jury's answers.

use crate::config::Booleans;
use mousetrap_model::Message;

/// Compares a reply with the jury's answer, token by token. The error says how the reply
/// differs.
pub(crate) fn check(reply: &[u8], answer: &str, booleans: Booleans) -> Result<(), Message> {
    let expected = answer.to_owned();
    let Ok(text) = std::str::from_utf8(reply) else {
        return Err(Message::ReplyNotUtf8 { expected });
    };
    let mut tokens = text.split_ascii_whitespace();
    let Some(token) = tokens.next() else {
        return Err(Message::NoReply { expected });
    };
    if !same(token, answer, booleans) {
        let reply = shown(text.trim());
        return Err(Message::WrongAnswer { expected, reply });
    }
    match tokens.next() {
        None => Ok(()),
        Some(surplus) => Err(Message::SurplusOutput {
            expected,
            surplus: shown(surplus),
        }),
    }
}

/// Returns whether a token is an accepted spelling of the answer.
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

/// Formats a reply for a message: a number or a boolean unchanged, anything else as an
/// [`excerpt`].
fn shown(text: &str) -> String {
    let is_boolean = ["true", "false"]
        .iter()
        .any(|it| text.eq_ignore_ascii_case(it));
    if is_boolean || text.parse::<i64>().is_ok() {
        return text.to_owned();
    }
    excerpt(text)
}

/// Returns the start of a text in quotes, with unprintable characters escaped.
pub(crate) fn excerpt(text: &str) -> String {
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
    fn check_ignores_surrounding_white_space() {
        for reply in ["true", "true\n", " true\r\n\n"] {
            assert_eq!(check(reply.as_bytes(), "true", Booleans::Exact), Ok(()));
        }
    }

    #[test]
    fn check_accepts_only_configured_spellings() {
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
    fn rejected_reply_is_quoted_unless_it_is_a_number_or_boolean() {
        for (reply, expected) in [
            (&b""[..], "expected true, got no reply"),
            (b" \n", "expected true, got no reply"),
            (b"false\n", "expected true, got false"),
            (b"-1", "expected true, got -1"),
            (b"nothing", "expected true, got \"nothing\""),
            (b"Answer: true\n", "expected true, got \"Answer: true\""),
            (
                b"true false",
                "expected true and nothing more, got false after it",
            ),
            (b"tr\0ue", "expected true, got \"tr\\0ue\""),
            (b"\xff\xfe", "expected true, got bytes that are not UTF-8"),
        ] {
            let mismatch = check(reply, "true", Booleans::Exact).unwrap_err();
            assert_eq!(mismatch.to_string(), expected);
        }
        let long = "x".repeat(1000);
        let long = check(long.as_bytes(), "true", Booleans::Exact).unwrap_err();
        assert!(long.to_string().len() < 100, "{long}");
    }
}
