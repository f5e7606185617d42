//! Predicates of sentences, such as `are unique`, and equivalent constraint lines.

use std::sync::LazyLock;

use regex::Regex;

use super::patterns::compile_table;

/// The part of a subject to which a predicate applies.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum SubjectPart {
    Number,
    Length,
    Text,
    Whole,
    /// The subject, if it is not an array of arrays or strings.
    Sequence,
    /// The subject, or the sequence that contains the subject if the subject is a number or a
    /// string.
    Order,
    /// The sequence that contains the subject, or the subject itself if it is an entire argument.
    Set,
    /// The predicate must hold for every pair of subjects. If there is only one subject, the
    /// predicate must hold between its first item and every other item.
    Pair,
}

/// Predicates, grouped by the part of the subject to which they apply. Each row has the pattern of
/// a predicate and the equivalent constraint lines. In the lines, `this` stands for the part of the
/// subject, and `firstOperand` and `secondOperand` stand for the expressions that the pattern
/// captures. For a pair, `firstOperand` stands for the first member.
///
/// "Increasing" is not accepted because it leaves open whether values may repeat.
const PREDICATE_PATTERNS: [(SubjectPart, &str); 8] = [
    (
        SubjectPart::Set,
        r"
unique|distinct|different|no duplicates?|no duplicated|no repeated => distinct
(?:an? )?(?:distinct|unique) (?:integer |number )?(?:values?|integers?|numbers?) (?:between|(?:in|within) the range \[) ?(.+?)(?:, ?| and | to )(.+?)\]? => distinct; firstOperand <= this[i] <= secondOperand
an? permutation of [a-z ]*[\[(]?\s*([01])\b.*(?:\.\.+,?|,| to | and )\s*([^,\])]+)\]? => distinct; firstOperand <= this[i] <= secondOperand; this.length == secondOperand - firstOperand + 1
",
    ),
    (
        SubjectPart::Pair,
        r"
unique|distinct|different|no duplicates?|no duplicated|no repeated => firstOperand != this
same (?:lengths?|size)|equal (?:lengths?|size)|equal in length => firstOperand.length == this.length
",
    ),
    (
        SubjectPart::Order,
        r"
non-?(?:decreasing|descending)|ascending => this[i] <= this[i + 1]
strictly (?:increasing|ascending)|(?:distinct|unique) values sorted in ascending => this[i] < this[i + 1]
non-?increasing|descending => this[i] >= this[i + 1]
strictly (?:decreasing|descending) => this[i] > this[i + 1]
",
    ),
    (
        SubjectPart::Number,
        r"
integer => this == this
even => this % 2 == 0
odd => this % 2 == 1
positive => 1 <= this
non-?negative => 0 <= this
(?:an integer |integers |a number )?(?:(?:in|within) (?:the )?(?:inclusive )?range(?: of)?(?: from)? ?\[?|between )(.+?)(?:, ?| and | to )(.+?)\]?(?:,? ?\(?inclusive\)?)? => firstOperand <= this <= secondOperand
(?:at least|not less than) (.+) => firstOperand <= this
(?:at most|not (?:greater|more) than) (.+) => this <= firstOperand
(?:divisible by|a multiple of|multiples of) (.+) => this % firstOperand == 0
",
    ),
    (
        SubjectPart::Text,
        r"
no (?:extra )?leading zero(?:e?s)?(?:,? (?:except|besides|other than|unless) .*)? => no leading zeros
no (?:leading (?:or|and) trailing|trailing or leading) spaces? => trimmed
single spaces => single spaces
some word => at least one word
",
    ),
    (
        SubjectPart::Whole,
        r"
binary search tree|bst => distinct; search tree
an? (\w+) ?[x*] ?(\w+)(?: (?:0-indexed|1-indexed|2d|two-dimensional|square|integer|binary|boolean|character|matrix|grid|board|array|image|table|chessboard))* => this.length == firstOperand; this[i].length == secondOperand
",
    ),
    (
        SubjectPart::Sequence,
        "non-?empty|not empty => 1 <= this.length",
    ),
    (SubjectPart::Length, "(.+) => this == firstOperand"),
];

/// Finds the rows of [`PREDICATE_PATTERNS`] that match a predicate. For each matching row, returns
/// the part of the subject, the equivalent lines and the captured operands.
pub(super) fn matching_predicates(
    predicate: &str,
) -> impl Iterator<Item = (SubjectPart, &'static str, Vec<&str>)> {
    static COMPILED_PREDICATE_PATTERNS: LazyLock<Vec<(SubjectPart, Regex, &str)>> =
        LazyLock::new(|| {
            let rows = PREDICATE_PATTERNS.into_iter().flat_map(|(part, table)| {
                let rows = compile_table(table, allow_ignored_words);
                rows.map(move |(pattern, lines)| (part, pattern, lines))
            });
            rows.collect()
        });
    COMPILED_PREDICATE_PATTERNS
        .iter()
        .filter_map(move |(part, pattern, lines)| {
            let found = pattern.captures(predicate)?;
            let operands = found.iter().skip(1).flatten().map(|it| it.as_str());
            Some((*part, *lines, operands.collect()))
        })
}

/// Extends a pattern so that filler words may precede and follow a predicate without operands.
fn allow_ignored_words(pattern: &str) -> String {
    const LEADING_WORDS_PATTERN: &str =
        "(?:(?:an?|all|the|of|valid|pairwise|mutually|monotonically) )*";
    const TRAILING_WORDS_PATTERN: &str = r"(?: from each other| (?:values?|elements?|integers?|numbers?|characters?|letters|strings|words|\(bst\)))?";
    let has_operands = pattern.replace("(?:", "").contains('(');
    let (beginning, end) = if has_operands {
        ("", "")
    } else {
        (LEADING_WORDS_PATTERN, TRAILING_WORDS_PATTERN)
    };
    format!("(?i)^{beginning}(?:{pattern}){end}$")
}
