//! Checkers, which decide whether a reply is equivalent to the jury answer.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::types::Type;
use super::value::Value;

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

/// The first difference between a reply and the jury answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference<'a> {
    /// Two values differ.
    Value {
        /// The indices of the differing value, such as `[2][0]`; empty for the entire reply.
        place: String,
        /// The value in the jury answer.
        expected: &'a Value,
        /// The value in the reply.
        found: &'a Value,
    },
    /// Two arrays have different lengths.
    Length {
        /// The indices of the array, such as `[2]`; empty if the entire reply is the array.
        place: String,
        /// The length of the array in the jury answer.
        expected: usize,
        /// The length of the array in the reply.
        found: usize,
    },
    /// The reply, whose items may be in any order, lacks this item of the answer.
    Missing(&'a Value),
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

    /// Compares a reply with an answer of the same type, and returns the first difference that the
    /// checker does not accept.
    ///
    /// This method cannot run a checker program. For [`Checker::Program`], it reports any
    /// difference from the jury answer.
    pub fn compare<'a>(&self, answer: &'a Value, reply: &'a Value) -> Option<Difference<'a>> {
        if let Self::Unordered { depth } = *self {
            return find_missing_item(answer, reply, depth);
        }
        let mut place = String::new();
        self.compare_values(answer, reply, &mut place)
    }

    /// Compares two values recursively. `place` contains the indices of the compared values.
    fn compare_values<'a>(
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

/// Compares two arrays regardless of order, and returns the first item that the reply lacks.
fn find_missing_item<'a>(
    answer: &'a Value,
    reply: &'a Value,
    depth: usize,
) -> Option<Difference<'a>> {
    let (Value::Array(expected), Value::Array(found)) = (answer, reply) else {
        return Checker::Exact.compare(answer, reply);
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
    items
        .find(|item| sorted_text(item, inner) == missing)
        .map(Difference::Missing)
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
        assert!(matches!(found, Some(Difference::Value { place, .. }) if place == "[1][1]"));
        let found = Checker::Exact.compare(&answer, &short);
        assert!(matches!(found, Some(Difference::Length { place, .. }) if place == "[1]"));
        let unordered = Checker::Unordered { depth: 1 };
        for (answer, reply) in [(&answer, &other), (&pair, &short)] {
            let missing = Some(Difference::Missing(&answer.items()[1]));
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
