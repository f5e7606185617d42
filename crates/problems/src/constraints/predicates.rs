//! Predicates of sentences, such as `are unique`, and equivalent constraint lines.

use std::sync::LazyLock;

use regex::Regex;

use super::text::pattern;

/// The part of a subject to which a predicate applies.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Number,
    Length,
    Text,
    /// The subject if it is a sequence, otherwise the sequence that contains it.
    Order,
    /// The sequence that contains the subject, or the subject if nothing contains it.
    Set,
    /// Two subjects, or the first item of a sequence and every item.
    Pair,
}

/// Patterns of predicates with expressions, the part of the subject to which each applies, and
/// equivalent constraint lines. In the lines, `this` stands for that part, and `lowEnd` and
/// `highEnd` for the expressions.
pub(super) const PREDICATES: [(&str, Part, &str); 7] = [
    (
        r"(?:an integer |integers |a number )?(?:(?:in|within) (?:the )?(?:inclusive )?range(?: of)?(?: from)? ?\[?|between )(.+?)(?:, ?| and | to )(.+?)\]?(?:,? ?\(?inclusive\)?)?",
        Part::Number,
        "lowEnd <= this <= highEnd",
    ),
    (
        "(?:at least|not less than) (.+)",
        Part::Number,
        "lowEnd <= this",
    ),
    (
        "(?:at most|not (?:greater|more) than) (.+)",
        Part::Number,
        "this <= lowEnd",
    ),
    (
        r"an? permutation of [a-z ]*[\[(]?\s*([01])\b.*(?:\.\.+,?|,| to | and )\s*([^,\])]+)[\])]?",
        Part::Set,
        "distinct; lowEnd <= this[i] <= highEnd; this.length == highEnd - lowEnd + 1",
    ),
    (
        "(?:divisible by|a multiple of|multiples of) (.+)",
        Part::Number,
        "this % lowEnd == 0",
    ),
    (
        r"an? (\w+) ?[x*] ?(\w+)(?: [a-z0-9-]+)*",
        Part::Order,
        "this.length == lowEnd; this[i].length == highEnd",
    ),
    ("(.+)", Part::Length, "this == lowEnd"),
];

/// Returns the part and the equivalent lines for a predicate without expressions. In the lines,
/// `lowEnd` stands for the other member of a pair.
pub(super) fn plain(predicate: &str) -> Option<(Part, &'static str)> {
    static NOISE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"^(?:(?:an?|all|the|of|valid|pairwise|mutually|monotonically) )+| from each other$| (?:values?|elements?|integers?|numbers?|characters?|letters|strings|words|\(bst\))$",
        )
    });
    static ZEROS: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            "^no (?:extra )?leading zero(?:e?s)?(?:,? (?:except|besides|other than|unless) .*)?$",
        )
    });
    let predicate = predicate.to_lowercase().replace("non-", "non");
    if ZEROS.is_match(&predicate) {
        return Some((Part::Text, "no leading zeros"));
    }
    Some(match &*NOISE.replace_all(&predicate, "") {
        "integer" => (Part::Number, "this == this"),
        "even" => (Part::Number, "this % 2 == 0"),
        "odd" => (Part::Number, "this % 2 == 1"),
        "positive" => (Part::Number, "1 <= this"),
        "nonnegative" => (Part::Number, "0 <= this"),
        "nonempty" | "not empty" => (Part::Text, "1 <= this.length"),
        "same length" | "same lengths" | "same size" | "equal length" | "equal lengths"
        | "equal size" | "equal in length" => (Part::Pair, "lowEnd.length == this.length"),
        // "Increasing" is missing here because it leaves open whether values may repeat.
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
