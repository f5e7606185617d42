//! Checkers: which replies are as good as the answer of the jury.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::types::Type;
use super::value::Value;

/// Decides which replies are as good as the answer of the jury.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Checker {
    /// The same value.
    Exact,
    /// The same items in any order.
    Unordered {
        /// The number of nested arrays in which the order does not matter, from the outermost.
        depth: usize,
    },
    /// The same value, with numbers that may differ a little.
    Float {
        /// The largest difference.
        absolute: f64,
        /// The largest difference in proportion to the answer. A number is accepted if it is
        /// within either.
        relative: f64,
    },
    /// A program of the project decides.
    Program {
        /// The file, relative to the project.
        file: PathBuf,
        /// Its content.
        source: String,
    },
}

/// The first place at which a reply differs from the answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference<'a> {
    /// Two values differ.
    Value {
        /// The indices of the value, such as `[2][0]`; empty for the entire reply.
        place: String,
        /// The value of the answer.
        expected: &'a Value,
        /// The value of the reply.
        found: &'a Value,
    },
    /// Two arrays have different lengths.
    Length {
        /// The indices of the array; empty for the entire reply.
        place: String,
        /// The length in the answer.
        expected: usize,
        /// The length in the reply.
        found: usize,
    },
    /// The reply lacks an item of the answer; the order does not matter.
    Missing(&'a Value),
}

impl Checker {
    /// `LeetCode`'s tolerance.
    pub const TOLERANT: Self = Self::Float {
        absolute: 1e-5,
        relative: 1e-5,
    };

    /// The checker of a problem that names none.
    pub fn default_for(answer: &Type) -> Self {
        match answer.innermost() {
            Type::Double => Self::TOLERANT,
            _ => Self::Exact,
        }
    }

    /// Compares a reply with the answer, both of the same type. Returns the first difference.
    ///
    /// A program cannot be called from here, so the values must be the same for
    /// [`Checker::Program`].
    pub fn difference<'a>(&self, answer: &'a Value, reply: &'a Value) -> Option<Difference<'a>> {
        if let Self::Unordered { depth } = *self {
            return missing(answer, reply, depth);
        }
        let mut place = String::new();
        self.first_difference(answer, reply, &mut place)
    }

    /// `place` has the indices of the values that are compared.
    fn first_difference<'a>(
        &self,
        answer: &'a Value,
        reply: &'a Value,
        place: &mut String,
    ) -> Option<Difference<'a>> {
        let (Value::Array(expected), Value::Array(found)) = (answer, reply) else {
            return (!self.accepts_scalar(answer, reply)).then(|| Difference::Value {
                place: place.clone(),
                expected: answer,
                found: reply,
            });
        };
        if expected.len() != found.len() {
            return Some(Difference::Length {
                place: place.clone(),
                expected: expected.len(),
                found: found.len(),
            });
        }
        let outer = place.len();
        expected
            .iter()
            .zip(found)
            .enumerate()
            .find_map(|(index, (expected, found))| {
                place.truncate(outer);
                let _ = write!(place, "[{index}]");
                self.first_difference(expected, found, place)
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

/// Returns the first item of the answer that the reply lacks.
fn missing<'a>(answer: &'a Value, reply: &'a Value, depth: usize) -> Option<Difference<'a>> {
    let (Value::Array(expected), Value::Array(found)) = (answer, reply) else {
        return Checker::Exact.difference(answer, reply);
    };
    if expected.len() != found.len() {
        return Some(Difference::Length {
            place: String::new(),
            expected: expected.len(),
            found: found.len(),
        });
    }
    let inner = depth.saturating_sub(1);
    let keys = |items: &[Value]| {
        let mut keys: Vec<_> = items.iter().map(|item| sorted(item, inner)).collect();
        keys.sort_unstable();
        keys
    };
    let (wanted, present) = (keys(expected), keys(found));
    let mut present = present.into_iter().peekable();
    // Both are sorted, so a key that is smaller than the next present one is missing.
    let missing = wanted.into_iter().find(|key| {
        while present.next_if(|other| other < key).is_some() {}
        present.next_if_eq(key).is_none()
    })?;
    let mut items = expected.iter();
    items
        .find(|item| sorted(item, inner) == missing)
        .map(Difference::Missing)
}

/// The text of a value with the items of its outer arrays sorted.
fn sorted(value: &Value, depth: usize) -> String {
    match value {
        Value::Array(items) if depth > 0 => {
            let mut keys: Vec<_> = items.iter().map(|item| sorted(item, depth - 1)).collect();
            keys.sort_unstable();
            format!("[{}]", keys.join(","))
        }
        // Both are the number zero.
        Value::Double(0.0) => "0.0".to_owned(),
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Signature;

    fn differs(checker: &Checker, ty: &str, answer: &str, reply: &str) -> bool {
        let signature: Signature = format!("{ty} f(int x)").parse().unwrap();
        let value = |text| Value::parse(text, signature.answer()).unwrap();
        let (answer, reply) = (value(answer), value(reply));
        checker.difference(&answer, &reply).is_some()
    }

    #[test]
    fn checker_accepts_what_its_rule_allows() {
        let unordered = |depth| Checker::Unordered { depth };
        let tolerant = Checker::TOLERANT;
        for (checker, ty, answer, reply, expected) in [
            (Checker::Exact, "int[]", "[1,2]", "[1,2]", true),
            (Checker::Exact, "int[]", "[1,2]", "[2,1]", false),
            (Checker::Exact, "double", "0.0", "-0.0", true),
            (Checker::Exact, "TreeNode", "[1,null,2]", "[1,2]", false),
            (unordered(1), "int[]", "[1,2,2]", "[2,1,2]", true),
            (unordered(1), "int[]", "[1,2,2]", "[1,1,2]", false),
            (unordered(1), "int[]", "[1,2,2]", "[1,2]", false),
            (unordered(1), "int[][]", "[[1,2],[3]]", "[[3],[1,2]]", true),
            (unordered(1), "int[][]", "[[1,2],[3]]", "[[3],[2,1]]", false),
            (unordered(2), "int[][]", "[[1,2],[3]]", "[[3],[2,1]]", true),
            (unordered(2), "string[]", r#"["ab"]"#, r#"["ba"]"#, false),
            (tolerant.clone(), "double", "1.0", "1.0000099", true),
            (tolerant.clone(), "double", "1.0", "1.00002", false),
            (tolerant.clone(), "double", "1e9", "1000009999.0", true),
            (tolerant.clone(), "double[]", "[0.0]", "[1e-6]", true),
            (tolerant, "double[]", "[0.0]", "[0.0,0.0]", false),
        ] {
            let accepted = !differs(&checker, ty, answer, reply);
            assert_eq!(accepted, expected, "{checker:?}: {answer}, {reply}");
        }
    }

    #[test]
    fn difference_names_the_first_place_or_the_missing_item() {
        let signature: Signature = "int[][] f(int x)".parse().unwrap();
        let value = |text| Value::parse(text, signature.answer()).unwrap();
        let (answer, reply) = (value("[[1],[2,3]]"), value("[[1],[2,4]]"));
        let found = Checker::Exact.difference(&answer, &reply);
        assert!(matches!(found, Some(Difference::Value { place, .. }) if place == "[1][1]"));
        let short = value("[[1],[2]]");
        let found = Checker::Exact.difference(&answer, &short);
        assert!(matches!(found, Some(Difference::Length { place, .. }) if place == "[1]"));
        let found = Checker::Unordered { depth: 1 }.difference(&answer, &reply);
        let missing = Value::Array(vec![Value::Integer(2), Value::Integer(3)]);
        assert_eq!(found, Some(Difference::Missing(&missing)));
    }
}
