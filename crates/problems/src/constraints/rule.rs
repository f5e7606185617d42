//! Rules that constraint lines state, and how arguments are checked against them.

use std::borrow::Cow;
use std::collections::VecDeque;

use mousetrap_model::Value;

use super::expression::{Comparison, Expression, Quantity};
use super::intervals::Known as _;
use super::parts::compare;
use super::scope::Scope;

/// A rule for the arguments. Each quantity stands for all values that its index variables select.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Rule {
    Compare(Comparison),
    /// The value is in this ascending list.
    OneOf(Quantity, Vec<Value>),
    /// Every character of the text is in this ascending list.
    Letters(Quantity, Vec<Value>),
    /// No two items are equal.
    Distinct(Quantity),
    /// A text of two or more characters does not begin with a zero.
    NoLeadingZeros(Quantity),
    /// The sum of all values of the quantity is at most this limit.
    Sum(Quantity, Expression),
    /// The values in the left subtree of each node are smaller than the node's, and those in the
    /// right subtree are larger.
    SearchTree(Quantity),
}

impl Rule {
    pub(crate) fn quantities(&self) -> Vec<&Quantity> {
        match self {
            Self::Compare(comparison) => comparison.quantities(),
            Self::OneOf(quantity, _)
            | Self::Letters(quantity, _)
            | Self::Distinct(quantity)
            | Self::NoLeadingZeros(quantity)
            | Self::Sum(quantity, _)
            | Self::SearchTree(quantity) => vec![quantity],
        }
    }

    /// Returns the part of the arguments that breaks the rule, with its value, such as `height[3]
    /// is 20000`.
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
                let value = match scope.quantity(quantity) {
                    Some((number, _)) if quantity.is_length => number.to_string(),
                    _ => shortened(&*scope.value(quantity)?),
                };
                Some(format!("{} is {value}", scope.name(quantity)))
            });
            let mut sides: Vec<_> = sides.collect();
            sides.dedup();
            Some(sides.join(" and "))
        })
    }

    /// Describes the value of the quantity if it breaks the rule, such as ` is "x"` or `[1] is 2`.
    fn describe_violation(&self, value: &Value) -> Option<String> {
        let items = items(value);
        let at = |index: usize| format!("[{index}] is {}", shortened(&items[index]));
        let is_listed = |values: &[Value], value: &Value| {
            values.binary_search_by(|it| compare(it, value)).is_ok()
        };
        match self {
            Self::Compare(_) | Self::Sum(..) => None,
            Self::NoLeadingZeros(_) => {
                let is_zero = items.first() == Some(&Value::String("0".to_owned()));
                (is_zero && items.len() > 1).then(|| at(0))
            }
            Self::OneOf(_, values) => {
                (!is_listed(values, value)).then(|| format!(" is {}", shortened(value)))
            }
            Self::Letters(_, values) => items
                .iter()
                .position(|letter| !is_listed(values, letter))
                .map(at),
            Self::Distinct(_) => {
                let repeated = *repetitions(&items).first()?;
                let first = items.iter().position(|item| *item == items[repeated])?;
                Some(format!("{}, as is [{first}]", at(repeated)))
            }
            Self::SearchTree(_) => first_unordered(&items).map(at),
        }
    }
}

/// The items of a sequence, or the characters of a text.
fn items(value: &Value) -> Cow<'_, [Value]> {
    match value {
        Value::Array(items) => Cow::Borrowed(items),
        Value::String(text) => text.chars().map(|it| Value::String(it.into())).collect(),
        _ => Cow::Borrowed(&[]),
    }
}

/// Returns the indices of the items that repeat an earlier item.
pub(crate) fn repetitions(items: &[Value]) -> Vec<usize> {
    let order = |left: usize, right: usize| compare(&items[left], &items[right]);
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
fn first_unordered(nodes: &[Value]) -> Option<usize> {
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
fn shortened(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
