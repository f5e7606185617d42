//! The built-in checker, which compares replies with jury answers.

use mousetrap_model::Message;

/// Checks that a reply is a single token that equals the jury answer. The error describes the
/// difference.
pub(crate) fn check_reply(reply: &[u8], answer: &str) -> Result<(), Message> {
    let expected = answer.to_owned();
    let Ok(text) = std::str::from_utf8(reply) else {
        return Err(Message::ReplyNotUtf8 { expected });
    };
    let mut tokens = text.split_ascii_whitespace();
    let Some(token) = tokens.next() else {
        return Err(Message::NoReply { expected });
    };
    if token != answer {
        let reply = format_reply(text.trim());
        return Err(Message::WrongAnswer { expected, reply });
    }
    match tokens.next() {
        None => Ok(()),
        Some(surplus) => Err(Message::SurplusOutput {
            expected,
            surplus: format_reply(surplus),
        }),
    }
}

/// Formats a reply for a message. Numbers and booleans stay unchanged. Any other reply is quoted
/// and truncated by [`quote_excerpt`].
fn format_reply(text: &str) -> String {
    let is_boolean = ["true", "false"]
        .iter()
        .any(|it| text.eq_ignore_ascii_case(it));
    if is_boolean || text.parse::<i64>().is_ok() {
        return text.to_owned();
    }
    quote_excerpt(text)
}

/// Returns the start of a text, in quotes and with unprintable characters escaped.
pub(crate) fn quote_excerpt(text: &str) -> String {
    const MAX_EXCERPT_LENGTH: usize = 60;
    let shown: String = text
        .chars()
        .take(MAX_EXCERPT_LENGTH)
        .flat_map(char::escape_debug)
        .collect();
    let more = text.chars().nth(MAX_EXCERPT_LENGTH).map_or("", |_| "…");
    format!("\"{shown}{more}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surrounding_whitespace_is_ignored() {
        for reply in ["true", "true\n", " true\r\n\n"] {
            assert_eq!(check_reply(reply.as_bytes(), "true"), Ok(()));
        }
    }

    #[test]
    fn rejected_reply_is_quoted_unless_it_is_a_number_or_boolean() {
        for (reply, expected) in [
            (&b""[..], "expected true, got no reply"),
            (b"True", "expected true, got True"),
            (b"1", "expected true, got 1"),
            (b" \n", "expected true, got no reply"),
            (b"false\n", "expected true, got false"),
            (b"-1", "expected true, got -1"),
            (b"nothing", "expected true, got \"nothing\""),
            (b"Answer: true\n", "expected true, got \"Answer: true\""),
            (b"true false", "expected only true, but it is followed by"),
            (b"tr\0ue", "expected true, got \"tr\\0ue\""),
            (b"\xff\xfe", "expected true, got bytes that are not UTF-8"),
        ] {
            let mismatch = check_reply(reply, "true").unwrap_err();
            assert!(mismatch.to_string().starts_with(expected), "{mismatch}");
        }
        let long = "x".repeat(1000);
        let long = check_reply(long.as_bytes(), "true").unwrap_err();
        assert!(long.to_string().len() < 100, "{long}");
    }
}
