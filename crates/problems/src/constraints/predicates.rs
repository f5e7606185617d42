//! Predicates of sentences, such as `are unique`, and equivalent constraint lines.

use super::text::Pattern;

/// The part of a subject to which a predicate applies.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Number,
    Length,
    Text,
    /// The subject, or the sequence that contains the subject if the subject is a number or a
    /// string.
    Order,
    /// The sequence that contains the subject, or the subject itself if it is an entire argument.
    Set,
    /// The predicate holds for every pair of subjects. If there is a single subject, it holds for
    /// every pair of the subject's first item and another item.
    Pair,
}

/// Patterns of predicates that contain expressions. Each has the part of the subject to which it
/// applies, and equivalent constraint lines. In these lines, `this` stands for that part, and
/// `lowEnd` and `highEnd` stand for the expressions.
pub(super) static PREDICATES: [(Pattern, Part, &str); 8] = [
    (
        Pattern::new(
            r"(?i)^(?:an? )?(?:distinct|unique) (?:integer |number )?(?:values?|integers?|numbers?) (?:between|(?:in|within) the range \[) ?(.+?)(?:, ?| and | to )(.+?)\]?$",
        ),
        Part::Set,
        "distinct; lowEnd <= this[i] <= highEnd",
    ),
    (
        Pattern::new(
            r"(?i)^(?:an integer |integers |a number )?(?:(?:in|within) (?:the )?(?:inclusive )?range(?: of)?(?: from)? ?\[?|between )(.+?)(?:, ?| and | to )(.+?)\]?(?:,? ?\(?inclusive\)?)?$",
        ),
        Part::Number,
        "lowEnd <= this <= highEnd",
    ),
    (
        Pattern::new("(?i)^(?:at least|not less than) (.+)$"),
        Part::Number,
        "lowEnd <= this",
    ),
    (
        Pattern::new("(?i)^(?:at most|not (?:greater|more) than) (.+)$"),
        Part::Number,
        "this <= lowEnd",
    ),
    (
        Pattern::new(
            r"(?i)^an? permutation of [a-z ]*[\[(]?\s*([01])\b.*(?:\.\.+,?|,| to | and )\s*([^,\])]+)[\])]?$",
        ),
        Part::Set,
        "distinct; lowEnd <= this[i] <= highEnd; this.length == highEnd - lowEnd + 1",
    ),
    (
        Pattern::new("(?i)^(?:divisible by|a multiple of|multiples of) (.+)$"),
        Part::Number,
        "this % lowEnd == 0",
    ),
    (
        Pattern::new(r"(?i)^an? (\w+) ?[x*] ?(\w+)(?: [a-z0-9-]+)*$"),
        Part::Order,
        "this.length == lowEnd; this[i].length == highEnd",
    ),
    (Pattern::new("^(.+)$"), Part::Length, "this == lowEnd"),
];

/// Parses a predicate without expressions. Returns the part of the subject to which it applies, and
/// equivalent constraint lines. For a pair, `this` and `lowEnd` stand for its two members.
pub(super) fn parse_fixed_predicate(predicate: &str) -> Option<(Part, &'static str)> {
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
        return Some((Part::Text, "no leading zeros"));
    }
    if TRIMMED_PATTERN.is_match(&predicate) {
        return Some((Part::Text, "trimmed"));
    }
    Some(match &*IGNORED_WORDS.replace_all(&predicate, "") {
        "integer" => (Part::Number, "this == this"),
        "even" => (Part::Number, "this % 2 == 0"),
        "odd" => (Part::Number, "this % 2 == 1"),
        "positive" => (Part::Number, "1 <= this"),
        "nonnegative" => (Part::Number, "0 <= this"),
        "nonempty" | "not empty" => (Part::Text, "1 <= this.length"),
        "same length" | "same lengths" | "same size" | "equal length" | "equal lengths"
        | "equal size" | "equal in length" => (Part::Pair, "lowEnd.length == this.length"),
        // "Increasing" is not accepted because it leaves open whether values may repeat.
        "nondecreasing" | "nondescending" | "ascending" => (Part::Order, "this[i] <= this[i + 1]"),
        "strictly increasing"
        | "strictly ascending"
        | "distinct values sorted in ascending"
        | "unique values sorted in ascending" => (Part::Order, "this[i] < this[i + 1]"),
        "nonincreasing" | "descending" => (Part::Order, "this[i] >= this[i + 1]"),
        "strictly decreasing" | "strictly descending" => (Part::Order, "this[i] > this[i + 1]"),
        "unique" | "distinct" | "different" | "no duplicate" | "no duplicates"
        | "no duplicated" | "no repeated" => (Part::Set, "distinct"),
        "binary search tree" | "bst" => (Part::Set, "distinct; search tree"),
        _ => return None,
    })
}
