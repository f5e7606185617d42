//! Judges the values that functions return. As on `LeetCode`, a value of the wrong type is a
//! runtime error.

use crate::verdict::checker::quote_excerpt;
use crate::verdict::ending::RunVerdict;
use mousetrap_model::{Message, Problem, Type, Value, Verdict};

/// The prefix with which a driver marks a value of the wrong type.
pub(crate) const WRONG_TYPE_PREFIX: &[u8] = b"?";

/// Judges the line that a driver sent in reply to a case. A value of the wrong type is never
/// accepted, even if it looks the same as the answer when it is printed. If the answer is unknown,
/// `answer` is empty, and every value of the right type is accepted.
pub(crate) fn judge_returned_value(line: &[u8], answer: &str, problem: &Problem) -> RunVerdict {
    let ty = problem.signature.answer_type();
    let (value, is_wrong_type) = match line.strip_prefix(WRONG_TYPE_PREFIX) {
        Some(text) => (text, true),
        None => (line, false),
    };
    // A reply that is identical to the answer need not be parsed.
    if !is_wrong_type && value == answer.as_bytes() {
        return Ok(());
    }
    let Ok(text) = std::str::from_utf8(value) else {
        let expected = quote_excerpt(answer);
        return Err((Verdict::WrongAnswer, Message::ReplyNotUtf8 { expected }));
    };
    let reply = Value::parse(text, ty).ok().filter(|_| !is_wrong_type);
    match (reply, Value::parse(answer, ty)) {
        (Some(_), _) if answer.is_empty() => Ok(()),
        (Some(reply), Ok(answer)) => match problem.checker.compare(&answer, &reply) {
            None => Ok(()),
            Some(difference) => Err((Verdict::WrongAnswer, difference)),
        },
        // The reply is an integer that does not fit into 32 bits.
        (None, Ok(_)) if !is_wrong_type && *ty == Type::Int && text.parse::<i128>().is_ok() => {
            let (expected, reply) = (answer.to_owned(), text.to_owned());
            let reason = Message::WrongAnswer { expected, reply };
            Err((Verdict::WrongAnswer, reason))
        }
        _ => Err((Verdict::RunTimeError, wrong_type_message(text.trim(), ty))),
    }
}

/// Returns the content of a quoted Python, JavaScript or Erlang string, or `None` if the reply is
/// not quoted.
fn strip_quotes(reply: &str) -> Option<&str> {
    let quotes = [("<<\"", "\">>"), ("\"", "\""), ("'", "'")];
    let mut quotes = quotes.iter();
    quotes.find_map(|(open, close)| reply.strip_prefix(open)?.strip_suffix(close))
}

/// Returns whether a reply is an atom or a symbol, such as `ok` or `:ok`. Capitalized names, such
/// as Python's `True`, are neither atoms nor symbols.
fn is_atom_or_symbol(reply: &str) -> bool {
    let name = reply.strip_prefix(':').unwrap_or(reply);
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '@' | '-' | '?' | '!');
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(plain)
}

/// Describes the expected type for a message, such as `true or false`.
fn describe_type(ty: &Type) -> Message {
    match ty {
        Type::Boolean => Message::WantedBoolean,
        Type::Int | Type::Long => Message::WantedInteger,
        _ => Message::WantedType {
            name: ty.to_string(),
        },
    }
}

/// Describes a returned value of the wrong type.
fn wrong_type_message(text: &str, ty: &Type) -> Message {
    let wanted = Box::new(describe_type(ty));
    let wants_boolean = *ty == Type::Boolean;
    let wants_number = matches!(ty, Type::Int | Type::Long | Type::Double);
    let is_integer = |text: &str| text.parse::<i128>().is_ok();
    if let Some(quoted) = strip_quotes(text) {
        let text = quoted.to_owned();
        return match quoted {
            "true" | "false" if wants_boolean => Message::ReturnedTextOfBoolean { text },
            _ if wants_number && is_integer(quoted) => Message::ReturnedTextOfNumber { text },
            _ => Message::ReturnedText { text, wanted },
        };
    }
    let is_boolean = matches!(text, "true" | "false");
    let is_fraction = text.parse::<f64>().is_ok() && !is_integer(text);
    let value = text.to_owned();
    match text {
        "None" | "null" | "NULL" | "undefined" => Message::ReturnedNothing { value, wanted },
        "nil" | "#<void>" => Message::ReturnedName { value, wanted },
        _ if is_boolean && !wants_boolean => Message::ReturnedBoolean { value, wanted },
        _ if is_integer(text) && !wants_number => Message::ReturnedNumber { value, wanted },
        _ if is_boolean || text.parse::<i32>().is_ok() => Message::ReturnedObject {
            text: value,
            wanted,
        },
        _ if is_fraction && wants_number => Message::ReturnedFraction { value, wanted },
        _ if !is_fraction && is_atom_or_symbol(text) => Message::ReturnedName { value, wanted },
        _ => Message::ReturnedValue { value, wanted },
    }
}

#[cfg(test)]
mod tests {
    use super::judge_returned_value;
    use mousetrap_model::{Checker, Problem, Signature, Verdict};

    /// Checks the verdict for a line that a driver sent, and the reason.
    #[track_caller]
    fn assert_verdict(ty: &str, answer: &str, line: &str, expected: Result<(), (Verdict, &str)>) {
        let signature: Signature = format!("{ty} f(int x)").parse().unwrap();
        let problem = Problem {
            id: "f".to_owned(),
            title: String::new(),
            checker: Checker::default_for(signature.answer_type()),
            signature,
            replies: Vec::new(),
            game: None,
        };
        let judged = judge_returned_value(line.as_bytes(), answer, &problem);
        let judged = judged.map_err(|(verdict, message)| (verdict, message.to_string()));
        let expected = expected.map_err(|(verdict, reason)| (verdict, reason.to_owned()));
        assert_eq!(judged, expected, "{line}");
    }

    /// Each row has a type, an answer of this type, the line of a driver, and the reason after
    /// `returned`. A driver sends `?TEXT` for a value of the wrong type that its language prints as
    /// TEXT.
    const WRONG_TYPES: &str = r#"
boolean | true | ?true | an object that prints as true, not true or false
int | 2 | ?2 | an object that prints as 2, not an integer
boolean | true | ?None | None, not true or false: did you forget `return`?
boolean | true | ?True | True, not true or false
int | 2 | ?Ok | Ok, not an integer
int | 2 | ?#<void> | #<void>, not an integer: is the result the last expression of the function?
int | 2 | ?nil | nil, not an integer: is the result the last expression of the function?
int | 2 | ?ok | ok, not an integer: is the result the last expression of the function?
boolean | true | ?:ok | :ok, not true or false: is the result the last expression of the function?
int | 2 | ?'0' | the string "0", not the number 0
boolean | true | ?"true" | the string "true", not the boolean true
int | 2 | ?"true" | the string "true", not an integer
int | 2 | ?<<"draw">> | the string "draw", not an integer
int | 2 | ?1.0 | 1.0, which is not an integer
int | 2 | ?NaN | NaN, which is not an integer
int | 2 | ?true | the boolean true, not an integer
boolean | true | ?1 | the number 1, not true or false
int | 2 | ?[1, 2] | [1, 2], not an integer
int[] | [] | ?None | None, not int[]: did you forget `return`?
int[] | [] | ?5 | the number 5, not int[]
string | "2" | ?5 | the number 5, not string
List<List<Integer>> | [] | ?[[1], 2] | [[1], 2], not List<List<Integer>>
double | 2.0 | ?NaN | NaN, which is not double
boolean | true | ?nan | nan, not true or false
"#;

    #[test]
    fn value_of_the_wrong_type_is_a_runtime_error_that_shows_the_value() {
        for row in WRONG_TYPES.lines().skip(1) {
            let [ty, answer, line, expected] = row.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("a row must have four columns: {row}");
            };
            let expected = format!("returned {expected}");
            assert_verdict(ty, answer, line, Err((Verdict::RunTimeError, &expected)));
        }
    }

    #[test]
    fn wrong_value_is_reported_with_the_difference() {
        for (ty, answer, line, expected) in [
            ("boolean", "true", "false", "expected true, got false"),
            ("int", "0", "99999999999", "expected 0, got 99999999999"),
            ("string", "\"a\"", "\"b\"", "expected \"a\", got \"b\""),
            ("int[]", "[1,2]", "[1,3]", "expected 2 at [1], got 3"),
            ("int[]", "[1,2]", "[1]", "expected length 2, got 1"),
            (
                "int[][]",
                "[[1]]",
                "[[]]",
                "expected length 1 at [0], got 0",
            ),
            ("double", "0.5", "0.6", "expected 0.5, got 0.6"),
        ] {
            assert_verdict(ty, answer, line, Err((Verdict::WrongAnswer, expected)));
        }
        assert_verdict("boolean", "true", "true", Ok(()));
        assert_verdict("double", "0.5", "0.500001", Ok(()));
    }

    #[test]
    fn value_of_the_right_type_is_accepted_if_the_answer_is_unknown() {
        assert_verdict("int", "", "5", Ok(()));
        let expected = "returned an object that prints as 5, not an integer";
        assert_verdict("int", "", "?5", Err((Verdict::RunTimeError, expected)));
    }
}
