//! Predicates of sentences, such as `are unique`, and equivalent constraint lines.

use super::tokens::Pattern;
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
    /// The predicate must hold for every pair of subjects. If there is a single subject, it must
    /// hold between the subject's first item and each other item.
    Pair,
}

/// Patterns of predicates that contain expressions, each with the part of the subject to which the
/// predicate applies, and with constraint lines equivalent to the predicate. In the lines, `this`
/// stands for the part, and `firstOperand` and `secondOperand` for the expressions.
pub(super) static PREDICATES: [(Pattern, SubjectPart, &str); 8] = [
    (
        Pattern::new(
            r"(?i)^(?:an? )?(?:distinct|unique) (?:integer |number )?(?:values?|integers?|numbers?) (?:between|(?:in|within) the range \[) ?(.+?)(?:, ?| and | to )(.+?)\]?$",
        ),
        Set,
        "distinct; firstOperand <= this[i] <= secondOperand",
    ),
    (
        Pattern::new(
            r"(?i)^(?:an integer |integers |a number )?(?:(?:in|within) (?:the )?(?:inclusive )?range(?: of)?(?: from)? ?\[?|between )(.+?)(?:, ?| and | to )(.+?)\]?(?:,? ?\(?inclusive\)?)?$",
        ),
        Number,
        "firstOperand <= this <= secondOperand",
    ),
    (
        Pattern::new("(?i)^(?:at least|not less than) (.+)$"),
        Number,
        "firstOperand <= this",
    ),
    (
        Pattern::new("(?i)^(?:at most|not (?:greater|more) than) (.+)$"),
        Number,
        "this <= firstOperand",
    ),
    (
        Pattern::new(
            r"(?i)^an? permutation of [a-z ]*[\[(]?\s*([01])\b.*(?:\.\.+,?|,| to | and )\s*([^,\])]+)[\])]?$",
        ),
        Set,
        "distinct; firstOperand <= this[i] <= secondOperand; this.length == secondOperand - firstOperand + 1",
    ),
    (
        Pattern::new("(?i)^(?:divisible by|a multiple of|multiples of) (.+)$"),
        Number,
        "this % firstOperand == 0",
    ),
    (
        Pattern::new(r"(?i)^an? (\w+) ?[x*] ?(\w+)(?: [a-z0-9-]+)*$"),
        Order,
        "this.length == firstOperand; this[i].length == secondOperand",
    ),
    (Pattern::new("^(.+)$"), Length, "this == firstOperand"),
];

/// Parses a predicate without expressions. Returns the part of the subject to which the predicate
/// applies, and constraint lines equivalent to the predicate. In a predicate about pairs,
/// `firstOperand` and `this` stand for the first and the second member of a pair.
pub(super) fn parse_fixed_predicate(predicate: &str) -> Option<(SubjectPart, &'static str)> {
    static IGNORED_WORDS: Pattern = Pattern::new(
        r"^(?:(?:an?|all|the|of|valid|pairwise|mutually|monotonically) )+| from each other$| (?:values?|elements?|integers?|numbers?|characters?|letters|strings|words|\(bst\))$",
    );
    static NO_LEADING_ZEROS_PATTERN: Pattern = Pattern::new(
        "^no (?:extra )?leading zero(?:e?s)?(?:,? (?:except|besides|other than|unless) .*)?$",
    );
    static TRIMMED_PATTERN: Pattern = Pattern::new(
        "^no (?:leading or trailing|leading and trailing|trailing or leading) spaces?$",
    );
    let predicate = predicate.to_lowercase().replace("non-", "non");
    if NO_LEADING_ZEROS_PATTERN.is_match(&predicate) {
        return Some((Text, "no leading zeros"));
    }
    if TRIMMED_PATTERN.is_match(&predicate) {
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
