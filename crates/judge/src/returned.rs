//! What a function returned where that is of another type than the answer:
//! `LeetCode` ends such a run with an error, not with a wrong answer.

/// The type of a value as a driver spells it.
enum Value<'a> {
    /// Nothing: a function that ends without a value.
    Nothing,
    Text(&'a str),
    Boolean,
    Integer,
    Fraction,
    /// A name that stands for itself: an atom or a symbol.
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

/// Whether a reply is an atom or a symbol, such as `ok` or `:ok`. A boolean in
/// another spelling is none.
fn is_name(reply: &str) -> bool {
    let name = reply.strip_prefix(':').unwrap_or(reply);
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '@' | '-' | '?' | '!');
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(plain)
}

/// What to say of a reply that is of another type than the answer; none where
/// it is of the same, or of one that is not known.
pub(super) fn wrong_type(reply: &str, answer: &str) -> Option<String> {
    let boolean = matches!(answer, "true" | "false");
    let wanted = if boolean {
        "true or false"
    } else {
        "an integer"
    };
    Some(match Value::read(reply)? {
        Value::Nothing if !matches!(reply, "nil" | "#<void>") => {
            format!("returned {reply}, not {wanted}: did you forget `return`?")
        }
        Value::Nothing | Value::Name => format!(
            "returned {reply}, not {wanted}: is the value the last expression of the function?"
        ),
        Value::Text(text) => match Value::read(text) {
            Some(Value::Boolean) if boolean => {
                format!("returned the text \"{text}\", not the boolean {text}")
            }
            Some(Value::Integer) if !boolean => {
                format!("returned the text \"{text}\", not the number {text}")
            }
            _ => format!("returned the text \"{text}\", not {wanted}"),
        },
        Value::Boolean if !boolean => format!("returned the boolean {reply}, not {wanted}"),
        Value::Integer if boolean => format!("returned the number {reply}, not {wanted}"),
        Value::Fraction => format!("returned {reply}, which is not {wanted}"),
        Value::Boolean | Value::Integer => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::wrong_type;

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
            assert_eq!(wrong_type(reply, answer).as_deref(), Some(expected));
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
