//! Predicates of sentences, such as `are unique`, and equivalent constraint lines.

use super::tokens::LazyRegex;
use SubjectPart::{Length, Number, Order, Pair, Set, Text};

/// The part of a subject to which a predicate applies.
#[derive(Clone, Copy)]
pub(super) enum SubjectPart {
    Number,
    Length,
    Text,
    /// The subject, or the sequence that contains the subject if the subject is a number or a
    /// string.
    Order,
    /// The sequence that contains the subject, or the subject itself if it is an entire argument.
    Set,
    /// The predicate must hold for every pair of subjects. If there is only one subject, the
    /// predicate must hold between its first item and every other item.
    Pair,
}

/// A table of predicates that contain expressions. Each row has a pattern, the part of the subject
/// that the predicate applies to, and the equivalent constraint lines. In the lines, `this` stands
/// for the part of the subject, and `firstOperand` and `secondOperand` stand for the expressions.
pub(super) static PREDICATES: [(LazyRegex, SubjectPart, &str); 8] = [
    (
        LazyRegex::new(
            r"(?i)^(?:an? )?(?:distinct|unique) (?:integer |number )?(?:values?|integers?|numbers?) (?:between|(?:in|within) the range \[) ?(.+?)(?:, ?| and | to )(.+?)\]?$",
        ),
        Set,
        "distinct; firstOperand <= this[i] <= secondOperand",
    ),
    (
        LazyRegex::new(
            r"(?i)^(?:an integer |integers |a number )?(?:(?:in|within) (?:the )?(?:inclusive )?range(?: of)?(?: from)? ?\[?|between )(.+?)(?:, ?| and | to )(.+?)\]?(?:,? ?\(?inclusive\)?)?$",
        ),
        Number,
        "firstOperand <= this <= secondOperand",
    ),
    (
        LazyRegex::new("(?i)^(?:at least|not less than) (.+)$"),
        Number,
        "firstOperand <= this",
    ),
    (
        LazyRegex::new("(?i)^(?:at most|not (?:greater|more) than) (.+)$"),
        Number,
        "this <= firstOperand",
    ),
    (
        LazyRegex::new(
            r"(?i)^an? permutation of [a-z ]*[\[(]?\s*([01])\b.*(?:\.\.+,?|,| to | and )\s*([^,\])]+)[\])]?$",
        ),
        Set,
        "distinct; firstOperand <= this[i] <= secondOperand; this.length == secondOperand - firstOperand + 1",
    ),
    (
        LazyRegex::new("(?i)^(?:divisible by|a multiple of|multiples of) (.+)$"),
        Number,
        "this % firstOperand == 0",
    ),
    (
        LazyRegex::new(r"(?i)^an? (\w+) ?[x*] ?(\w+)(?: [a-z0-9-]+)*$"),
        Order,
        "this.length == firstOperand; this[i].length == secondOperand",
    ),
    (LazyRegex::new("^(.+)$"), Length, "this == firstOperand"),
];

/// Parses a predicate without expressions. Returns the part of the subject to which the predicate
/// applies, and constraint lines equivalent to the predicate. In a predicate about pairs,
/// `firstOperand` and `this` stand for the first and the second member of a pair.
pub(super) fn parse_predicate_without_operands(
    predicate: &str,
) -> Option<(SubjectPart, &'static str)> {
    static IGNORED_WORDS: LazyRegex = LazyRegex::new(
        r"^(?:(?:an?|all|the|of|valid|pairwise|mutually|monotonically) )+| from each other$| (?:values?|elements?|integers?|numbers?|characters?|letters|strings|words|\(bst\))$",
    );
    static NO_LEADING_ZEROS_PATTERN: LazyRegex = LazyRegex::new(
        "^no (?:extra )?leading zero(?:e?s)?(?:,? (?:except|besides|other than|unless) .*)?$",
    );
    static NO_SURROUNDING_SPACES_PATTERN: LazyRegex = LazyRegex::new(
        "^no (?:leading or trailing|leading and trailing|trailing or leading) spaces?$",
    );
    let predicate = predicate.to_lowercase().replace("non-", "non");
    if NO_LEADING_ZEROS_PATTERN.is_match(&predicate) {
        return Some((Text, "no leading zeros"));
    }
    if NO_SURROUNDING_SPACES_PATTERN.is_match(&predicate) {
        return Some((Text, "trimmed"));
    }
    Some(match &*IGNORED_WORDS.replace_all(&predicate, "") {
        "integer" => (Number, "this == this"),
        "even" => (Number, "this % 2 == 0"),
        "odd" => (Number, "this % 2 == 1"),
        "positive" => (Number, "1 <= this"),
        "nonnegative" => (Number, "0 <= this"),
        "nonempty" | "not empty" => (Text, "1 <= this.length"),
        "same length" | "same lengths" | "same size" | "equal length" | "equal lengths"
        | "equal size" | "equal in length" => (Pair, "firstOperand.length == this.length"),
        // "Increasing" is not accepted because it leaves open whether values may repeat.
        "nondecreasing" | "nondescending" | "ascending" => (Order, "this[i] <= this[i + 1]"),
        "strictly increasing"
        | "strictly ascending"
        | "distinct values sorted in ascending"
        | "unique values sorted in ascending" => (Order, "this[i] < this[i + 1]"),
        "nonincreasing" | "descending" => (Order, "this[i] >= this[i + 1]"),
        "strictly decreasing" | "strictly descending" => (Order, "this[i] > this[i + 1]"),
        "unique" | "distinct" | "different" | "no duplicate" | "no duplicates"
        | "no duplicated" | "no repeated" => (Set, "distinct"),
        "binary search tree" | "bst" => (Set, "distinct; search tree"),
        _ => return None,
    })
}
