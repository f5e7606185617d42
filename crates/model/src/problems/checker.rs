//! Checkers, which decide whether a reply is equivalent to the jury answer.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::types::Type;
use super::value::Value;
use crate::Message;

/// A rule that decides whether a reply is equivalent to the jury answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Checker {
    /// The reply must be equal to the jury answer.
    Exact,
    /// The reply must contain the same items as the jury answer, in any order.
    Unordered {
        /// The number of outermost array levels whose items may be in any order.
        depth: usize,
    },
    /// The reply must be equal to the jury answer, except that numbers may differ slightly.
    Float {
        /// The maximum absolute difference.
        absolute: f64,
        /// The maximum difference relative to the answer. A number is accepted if its error is
        /// within either tolerance.
        relative: f64,
    },
    /// A checker program, which is part of the project, accepts or rejects the reply.
    Program {
        /// The path of the checker's source file, relative to the project.
        file: PathBuf,
        /// The source code of the checker.
        source: String,
    },
}

impl Checker {
    /// The checker with the tolerance that `LeetCode` uses for floating-point answers.
    pub const DEFAULT_FLOAT_CHECKER: Self = Self::Float {
        absolute: 1e-5,
        relative: 1e-5,
    };

    /// Returns the checker of a problem whose definition does not specify a checker.
    pub fn default_for(answer: &Type) -> Self {
        match answer.innermost_type() {
            Type::Double => Self::DEFAULT_FLOAT_CHECKER,
            _ => Self::Exact,
        }
    }

    /// Compares a reply with an answer of the same type, and returns a message about the first
    /// difference that the checker does not accept.
    ///
    /// This method cannot run a checker program. For [`Checker::Program`], it reports any
    /// difference from the jury answer.
    pub fn compare(&self, answer: &Value, reply: &Value) -> Option<Message> {
        if let Self::Unordered { depth } = *self {
            return find_missing_item(answer, reply, depth);
        }
        self.compare_values(answer, reply, &mut String::new())
    }

    /// Compares two values recursively. `place` contains the indices of the compared values, such
    /// as `[2][0]`.
    fn compare_values(&self, answer: &Value, reply: &Value, place: &mut String) -> Option<Message> {
        let (Value::Array(expected), Value::Array(found)) = (answer, reply) else {
            let differs = !self.accepts_scalar(answer, reply);
            return differs.then(|| wrong_value_message(answer, reply, place));
        };
        if expected.len() != found.len() {
            return Some(wrong_length_message(expected.len(), found.len(), place));
        }
        let outer = place.len();
        let mut pairs = expected.iter().zip(found).enumerate();
        pairs.find_map(|(index, (expected, found))| {
            place.truncate(outer);
            let _ = write!(place, "[{index}]");
            self.compare_values(expected, found, place)
        })
    }

    fn accepts_scalar(&self, answer: &Value, reply: &Value) -> bool {
        match (self, answer, reply) {
            (Self::Float { absolute, relative }, Value::Double(answer), Value::Double(reply)) => {
                (answer - reply).abs() <= absolute.max(relative * answer.abs())
            }
            _ => answer == reply,
        }
    }
}

/// Returns the message about a value that differs from the value of the answer at the same place.
fn wrong_value_message(answer: &Value, reply: &Value, place: &str) -> Message {
    let (expected, reply) = (format_value(answer), format_value(reply));
    if place.is_empty() {
        return Message::WrongAnswer { expected, reply };
    }
    let place = place.to_owned();
    Message::WrongItem {
        expected,
        place,
        reply,
    }
}

/// Returns the message about an array of the wrong length.
fn wrong_length_message(expected: usize, reply: usize, place: &str) -> Message {
    if place.is_empty() {
        return Message::WrongLength { expected, reply };
    }
    let place = place.to_owned();
    Message::WrongLengthAt {
        expected,
        place,
        reply,
    }
}

/// Formats a value for a message. Long values are truncated.
fn format_value(value: &Value) -> String {
    const MAX_DISPLAYED_VALUE_LENGTH: usize = 60;
    let text = value.to_string();
    match text.char_indices().nth(MAX_DISPLAYED_VALUE_LENGTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Compares two arrays regardless of order, and returns a message about the first item that the
/// reply lacks.
fn find_missing_item(answer: &Value, reply: &Value, depth: usize) -> Option<Message> {
    let (Value::Array(expected), Value::Array(found)) = (answer, reply) else {
        return Checker::Exact.compare(answer, reply);
    };
    if expected.len() != found.len() {
        return Some(wrong_length_message(expected.len(), found.len(), ""));
    }
    let inner = depth.saturating_sub(1);
    let keys = |items: &[Value]| {
        let mut keys: Vec<_> = items.iter().map(|item| sorted_text(item, inner)).collect();
        keys.sort_unstable();
        keys
    };
    let (wanted, present) = (keys(expected), keys(found));
    let mut present = present.into_iter().peekable();
    // Both lists are sorted, so a wanted key that is smaller than the next present key is missing.
    let missing = wanted.into_iter().find(|key| {
        while present.next_if(|other| other < key).is_some() {}
        present.next_if_eq(key).is_none()
    })?;
    let mut items = expected.iter();
    let item = items.find(|item| sorted_text(item, inner) == missing)?;
    let item = format_value(item);
    Some(Message::MissingItem { item })
}

/// Returns the text of a value, with the items of the outermost `depth` array levels sorted.
fn sorted_text(value: &Value, depth: usize) -> String {
    match value {
        Value::Array(items) if depth > 0 => {
            let mut keys: Vec<_> = items
                .iter()
                .map(|item| sorted_text(item, depth - 1))
                .collect();
            keys.sort_unstable();
            format!("[{}]", keys.join(","))
        }
        // The numbers 0.0 and -0.0 are equal.
        Value::Double(0.0) => "0.0".to_owned(),
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Signature;

    fn parse_values<const N: usize>(ty: &str, texts: [&str; N]) -> [Value; N] {
        let signature: Signature = format!("{ty} f(int x)").parse().unwrap();
        texts.map(|text| Value::parse(text, signature.answer_type()).unwrap())
    }

    /// Each row has a checker, a type, an answer, a reply and whether the checker accepts the reply.
    /// A number is the depth of the checker `unordered`.
    const COMPARISONS: &str = r#"
exact int[] [1,2] [1,2] true
exact int[] [1,2] [2,1] false
exact double 0.0 -0.0 true
exact TreeNode [1,null,2] [1,2] false
1 int[] [1,2,2] [2,1,2] true
1 int[] [1,2,2] [1,1,2] false
1 int[] [1,2,2] [1,2] false
1 int[][] [[1,2],[3]] [[3],[1,2]] true
1 int[][] [[1,2],[3]] [[3],[2,1]] false
2 int[][] [[1,2],[3]] [[3],[2,1]] true
2 int[][][] [[[1,2]],[]] [[],[[1,2]]] true
2 int[][][] [[[1,2]],[]] [[],[[2,1]]] false
1 double[] [0.0,1.0] [1.0,-0.0] true
2 string[] ["ab"] ["ba"] false
float double 1.0 1.0000099 true
float double 1.0 1.00002 false
float double 1e9 1000009999.0 true
float double[] [0.0] [1e-6] true
float double[] [0.0] [0.0,0.0] false
"#;

    #[test]
    fn checker_accepts_equivalent_replies() {
        for row in COMPARISONS.lines().skip(1) {
            let [checker, ty, answer, reply, expected] = row.split(' ').collect::<Vec<_>>()[..]
            else {
                panic!("a row has five columns: {row}");
            };
            let checker = match checker {
                "exact" => Checker::Exact,
                "float" => Checker::DEFAULT_FLOAT_CHECKER,
                depth => Checker::Unordered {
                    depth: depth.parse().unwrap(),
                },
            };
            let [answer, reply] = parse_values(ty, [answer, reply]);
            let is_accepted = checker.compare(&answer, &reply).is_none();
            assert_eq!(is_accepted.to_string(), expected, "{row}");
        }
    }

    #[test]
    fn difference_reports_the_first_index_or_the_missing_item() {
        let texts = ["[[1],[2,3]]", "[[1],[2,4]]", "[[1],[2]]", "[[2],[3]]"];
        let [answer, other, short, pair] = parse_values("int[][]", texts);
        let found = Checker::Exact.compare(&answer, &other);
        assert!(matches!(found, Some(Message::WrongItem { place, .. }) if place == "[1][1]"));
        let found = Checker::Exact.compare(&answer, &short);
        assert!(matches!(found, Some(Message::WrongLengthAt { place, .. }) if place == "[1]"));
        let unordered = Checker::Unordered { depth: 1 };
        for (answer, reply) in [(&answer, &other), (&pair, &short)] {
            let item = answer.items()[1].to_string();
            let missing = Some(Message::MissingItem { item });
            assert_eq!(unordered.compare(answer, reply), missing);
        }
    }

    #[test]
    fn default_checker_is_tolerant_only_for_floating_point_answers() {
        for (ty, expected) in [
            ("double[]", Checker::DEFAULT_FLOAT_CHECKER),
            ("int[]", Checker::Exact),
            ("string", Checker::Exact),
        ] {
            let signature: Signature = format!("{ty} f(int x)").parse().unwrap();
            assert_eq!(Checker::default_for(signature.answer_type()), expected);
        }
    }
}
