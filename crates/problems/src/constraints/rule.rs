//! Rules that constraint lines state, and how arguments are checked against them.

use std::borrow::Cow;
use std::collections::VecDeque;

use mousetrap_model::Value;

use super::argument_parts::compare;
use super::comparison::Comparison;
use super::expression::{Expression, Quantity};
use super::intervals::KnownIntervals as _;
use super::scope::Scope;

/// A rule for the arguments. A quantity such as `nums[i]` stands for every value of `nums`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Rule {
    Compare(Comparison),
    /// The value must be in this list, which is in ascending order.
    OneOf(Quantity, Vec<Value>),
    /// Every character of the string must be in this list, which is in ascending order.
    Letters(Quantity, Vec<Value>),
    /// No two items of the sequence may be equal in this part.
    Distinct(Quantity, DistinctPart),
    /// The string must have this format.
    Format(Quantity, StringFormat),
    /// The sum of all values of the quantity must not exceed this limit.
    Sum(Quantity, Expression),
    /// The tree must be a binary search tree without equal values.
    SearchTree(Quantity),
}

/// The part of a sequence's items that must be unique: no two items may have it in common.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum DistinctPart {
    Item,
    /// The values in these columns of a row.
    Columns(Vec<usize>),
    /// The values in the first two columns of a row, in either order.
    UnorderedPair,
}

impl DistinctPart {
    /// Returns this part of an item.
    pub(crate) fn extract_from(&self, item: &Value) -> Value {
        let values = |columns: &[usize]| -> Vec<Value> {
            let values = columns
                .iter()
                .filter_map(|column| item.items().get(*column));
            values.cloned().collect()
        };
        match self {
            Self::Item => item.clone(),
            Self::Columns(columns) => Value::Array(values(columns)),
            Self::UnorderedPair => {
                let mut pair = values(&[0, 1]);
                pair.sort_by(compare);
                Value::Array(pair)
            }
        }
    }
}

mousetrap_util::choices! {
    /// A format that a constraint can require of a string.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) enum StringFormat {
        /// A string of two or more characters does not begin with a zero
        NoLeadingZeros = "no leading zeros",
        /// The string neither begins nor ends with a space
        Trimmed = "trimmed",
        /// No space follows another space
        SingleSpaces = "single spaces",
        /// At least one character is not a space
        HasWord = "at least one word",
    }
}

impl StringFormat {
    /// Returns the index of the first character that violates the format.
    pub(crate) fn first_invalid_character(self, characters: &[Value]) -> Option<usize> {
        let is = |value: &Value, text: &str| matches!(value, Value::String(it) if it == text);
        let last = characters.len().checked_sub(1)?;
        match self {
            Self::NoLeadingZeros => (last > 0 && is(&characters[0], "0")).then_some(0),
            Self::Trimmed => [0, last].into_iter().find(|at| is(&characters[*at], " ")),
            Self::SingleSpaces => {
                let mut pairs = characters.windows(2);
                let first = pairs.position(|pair| pair.iter().all(|it| is(it, " ")));
                first.map(|first| first + 1)
            }
            Self::HasWord => characters.iter().all(|it| is(it, " ")).then_some(0),
        }
    }
}

impl Rule {
    pub(crate) fn quantities(&self) -> Vec<&Quantity> {
        match self {
            Self::Compare(comparison) => comparison.quantities(),
            Self::OneOf(quantity, _)
            | Self::Letters(quantity, _)
            | Self::Distinct(quantity, _)
            | Self::Format(quantity, _)
            | Self::Sum(quantity, _)
            | Self::SearchTree(quantity) => vec![quantity],
        }
    }

    /// Describes the first value that violates the rule, such as `height[3] is 20000`. Returns
    /// `None` if the arguments obey the rule.
    pub(crate) fn violation(&self, scope: Scope<'_>) -> Option<String> {
        if let Self::Sum(summed, max) = self {
            let total = scope.sum(summed);
            let is_larger = scope.interval(max).is_some_and(|max| total > max.0);
            return is_larger
                .then(|| format!("the sum of {} is {total}", summed.name(scope.signature)));
        }
        let quantities = self.quantities();
        scope.bindings(&quantities).iter().find_map(|variables| {
            let scope = Scope { variables, ..scope };
            let Self::Compare(comparison) = self else {
                let problem = self.describe_violation(&*scope.value(quantities[0])?)?;
                return Some(scope.name(quantities[0]) + &problem);
            };
            if scope.holds(comparison) {
                return None;
            }
            let sides = quantities.iter().filter_map(|&quantity| {
                let value = match scope.quantity_interval(quantity) {
                    Some((number, _)) if quantity.is_length => number.to_string(),
                    _ => to_short_json(&*scope.value(quantity)?),
                };
                Some(format!("{} is {value}", scope.name(quantity)))
            });
            let mut sides: Vec<_> = sides.collect();
            sides.dedup();
            Some(sides.join(" and "))
        })
    }

    /// Describes how the quantity violates the rule. The text is meant to follow the name of the
    /// quantity, as in ` is "x"` or `[1] is 2`.
    fn describe_violation(&self, value: &Value) -> Option<String> {
        let items = items_or_characters(value);
        let at = |index: usize| format!("[{index}] is {}", to_short_json(&items[index]));
        let is_listed = |values: &[Value], value: &Value| {
            values.binary_search_by(|it| compare(it, value)).is_ok()
        };
        match self {
            Self::Compare(_) | Self::Sum(..) => None,
            Self::Format(_, format) => format.first_invalid_character(&items).map(at),
            Self::OneOf(_, values) => {
                (!is_listed(values, value)).then(|| format!(" is {}", to_short_json(value)))
            }
            Self::Letters(_, values) => items
                .iter()
                .position(|letter| !is_listed(values, letter))
                .map(at),
            Self::Distinct(_, part) => {
                let repeated = *indices_of_repeated_items(&items, part).first()?;
                let value = part.extract_from(&items[repeated]);
                let first = items
                    .iter()
                    .position(|item| part.extract_from(item) == value)?;
                Some(if items[first] == items[repeated] {
                    format!("{}, as is [{first}]", at(repeated))
                } else {
                    format!("{}, and {}", at(repeated), at(first))
                })
            }
            Self::SearchTree(_) => first_out_of_order_node(&items).map(at),
        }
    }
}

/// Returns the items of a sequence, or the characters of a string.
fn items_or_characters(value: &Value) -> Cow<'_, [Value]> {
    match value {
        Value::String(text) => text.chars().map(|it| Value::String(it.into())).collect(),
        _ => Cow::Borrowed(value.items()),
    }
}

/// Returns the indices of the items that repeat this part of an earlier item.
pub(crate) fn indices_of_repeated_items(items: &[Value], part: &DistinctPart) -> Vec<usize> {
    let parts: Vec<Value> = items.iter().map(|item| part.extract_from(item)).collect();
    let order = |left: usize, right: usize| compare(&parts[left], &parts[right]);
    let mut sorted: Vec<usize> = (0..items.len()).collect();
    sorted.retain(|index| items[*index] != Value::Null);
    sorted.sort_by(|left, right| order(*left, *right));
    let pairs = sorted
        .windows(2)
        .filter(|pair| order(pair[0], pair[1]).is_eq());
    let mut repeated: Vec<usize> = pairs.map(|pair| pair[1]).collect();
    repeated.sort_unstable();
    repeated
}

/// Returns the index of the first node, in level order, that violates the order of a binary search
/// tree.
fn first_out_of_order_node(nodes: &[Value]) -> Option<usize> {
    let mut ranges = VecDeque::from([(i128::MIN, i128::MAX)]);
    nodes.iter().position(|node| {
        let Some((low, high)) = ranges.pop_front() else {
            return true;
        };
        if let Value::Integer(value) = *node {
            let value = i128::from(value);
            ranges.extend([(low, value), (value, high)]);
            return value <= low || value >= high;
        }
        false
    })
}

/// Returns the JSON of a value, truncated if it is long.
fn to_short_json(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
