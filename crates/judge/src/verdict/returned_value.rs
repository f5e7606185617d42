//! Judges the value that a function returned. `LeetCode` ends the run with an error if
//! the value is of another type than the answer.

use crate::verdict::checker::check;
use mousetrap_model::{Message, Verdict};

/// The driver's prefix for a value that is neither a boolean nor an integer.
pub(crate) const OTHER_TYPE: &[u8] = b"?";

/// Judges the line that a driver sent. A value of another type than the answer is never
/// accepted, even if its text is that of the answer.
pub(crate) fn returned(line: &[u8], answer: &str) -> Result<(), (Verdict, Message)> {
    let other_type = line.strip_prefix(OTHER_TYPE);
    let value = other_type.unwrap_or(line);
    let checked = check(value, answer);
    if checked.is_ok() && other_type.is_none() {
        return Ok(());
    }
    let text = std::str::from_utf8(value).unwrap_or_default().trim();
    Err(match (wrong_type(text, answer), checked) {
        (Some(reason), _) => (Verdict::RunTimeError, reason),
        (None, Err(mismatch)) if other_type.is_none() || Value::read(text).is_none() => {
            (Verdict::WrongAnswer, mismatch)
        }
        (None, _) => (
            Verdict::RunTimeError,
            Message::ReturnedObject {
                text: text.to_owned(),
                wanted: wanted(is_boolean(answer)).into(),
            },
        ),
    })
}

/// The type of a value as a driver spells it.
enum Value<'a> {
    /// No value.
    Nothing,
    Text(&'a str),
    Boolean,
    Integer,
    Fraction,
    /// An atom or a symbol.
    Name,
}

impl<'a> Value<'a> {
    fn read(reply: &'a str) -> Option<Self> {
        let between = |open: &str, close: &str| reply.strip_prefix(open)?.strip_suffix(close);
        let quotes = [("<<\"", "\">>"), ("\"", "\""), ("'", "'")];
        let mut quoted = quotes.iter();
        if let Some(text) = quoted.find_map(|(open, close)| between(open, close)) {
            return Some(Self::Text(text));
        }
        match reply {
            "None" | "null" | "NULL" | "nil" | "undefined" | "#<void>" => Some(Self::Nothing),
            "true" | "false" => Some(Self::Boolean),
            _ if reply.parse::<i128>().is_ok() => Some(Self::Integer),
            _ if reply.parse::<f64>().is_ok() => Some(Self::Fraction),
            _ if is_name(reply) => Some(Self::Name),
            _ => None,
        }
    }
}

/// Returns whether a reply is an atom or a symbol, such as `ok` or `:ok`. Other spellings of
/// booleans are not.
fn is_name(reply: &str) -> bool {
    let name = reply.strip_prefix(':').unwrap_or(reply);
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '@' | '-' | '?' | '!');
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(plain)
}

fn is_boolean(answer: &str) -> bool {
    matches!(answer, "true" | "false")
}

/// Returns the values of the answer's type.
const fn wanted(is_boolean: bool) -> Message {
    if is_boolean {
        Message::WantedBoolean
    } else {
        Message::WantedInteger
    }
}

/// Returns the mistake of a reply with another type than the answer, or `None` if the type is
/// the same or unknown.
fn wrong_type(reply: &str, answer: &str) -> Option<Message> {
    let boolean = is_boolean(answer);
    let wanted = Box::new(wanted(boolean));
    let value = reply.to_owned();
    Some(match Value::read(reply)? {
        Value::Nothing if !matches!(reply, "nil" | "#<void>") => {
            Message::ReturnedNothing { value, wanted }
        }
        Value::Nothing | Value::Name => Message::ReturnedName { value, wanted },
        Value::Text(quoted) => {
            let text = quoted.to_owned();
            match Value::read(quoted) {
                Some(Value::Boolean) if boolean => Message::ReturnedTextOfBoolean { text },
                Some(Value::Integer) if !boolean => Message::ReturnedTextOfNumber { text },
                _ => Message::ReturnedText { text, wanted },
            }
        }
        Value::Boolean if !boolean => Message::ReturnedBoolean { value, wanted },
        Value::Integer if boolean => Message::ReturnedNumber { value, wanted },
        Value::Fraction => Message::ReturnedFraction { value, wanted },
        Value::Boolean | Value::Integer => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{returned, wrong_type};
    use mousetrap_model::Verdict;

    #[test]
    fn value_of_another_type_with_the_text_of_the_answer_is_an_error() {
        for (line, answer, reason) in [
            (
                "?true",
                "true",
                "returned an object whose text is true, not true or false",
            ),
            (
                "?false",
                "true",
                "returned an object whose text is false, not true or false",
            ),
            (
                "?2",
                "2",
                "returned an object whose text is 2, not an integer",
            ),
            (
                "?None",
                "true",
                "returned None, not true or false: did you forget `return`?",
            ),
        ] {
            let (verdict, message) = returned(line.as_bytes(), answer).unwrap_err();
            assert_eq!(verdict, Verdict::RunTimeError, "{line}");
            assert_eq!(message.to_string(), reason);
        }
        assert_eq!(returned(b"true", "true"), Ok(()));
        for (line, answer) in [("?[1, 2]", "0"), ("false", "true"), ("1", "0")] {
            let (verdict, _) = returned(line.as_bytes(), answer).unwrap_err();
            assert_eq!(verdict, Verdict::WrongAnswer, "{line}");
        }
    }

    #[test]
    fn every_other_type_is_named() {
        for (reply, answer, expected) in [
            (
                "None",
                "true",
                "returned None, not true or false: did you forget `return`?",
            ),
            (
                "nil",
                "0",
                "returned nil, not an integer: is the value the last expression of the function?",
            ),
            (
                "ok",
                "0",
                "returned ok, not an integer: is the value the last expression of the function?",
            ),
            (
                ":ok",
                "true",
                "returned :ok, not true or false: is the value the last expression of the function?",
            ),
            ("'0'", "0", "returned the text \"0\", not the number 0"),
            (
                "\"true\"",
                "false",
                "returned the text \"true\", not the boolean true",
            ),
            (
                "<<\"draw\">>",
                "0",
                "returned the text \"draw\", not an integer",
            ),
            ("1.0", "1", "returned 1.0, which is not an integer"),
            ("NaN", "1", "returned NaN, which is not an integer"),
            ("true", "1", "returned the boolean true, not an integer"),
            ("1", "true", "returned the number 1, not true or false"),
        ] {
            let message = wrong_type(reply, answer).map(|message| message.to_string());
            assert_eq!(message.as_deref(), Some(expected));
        }
        for (reply, answer) in [
            ("true", "false"),
            ("-7", "0"),
            ("[1, 2]", "0"),
            ("", "0"),
            ("True", "false"),
        ] {
            assert_eq!(wrong_type(reply, answer), None, "{reply}");
        }
    }
}
