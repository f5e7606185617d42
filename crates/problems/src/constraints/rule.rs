//! Rules that a constraint line states, and their check.

use std::cmp::Ordering;
use std::collections::{BTreeSet, VecDeque};

use mousetrap_model::{Signature, Type, Value};

use super::evaluate::{Scope, find_indices, place};
use super::expression::{Comparison, Expression, Quantity};

/// A rule for the arguments. A quantity stands for all of its places.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Rule {
    Compare(Comparison),
    /// The text or character consists of these characters.
    Alphabet(Quantity, Vec<char>),
    OneOf(Quantity, Vec<Value>),
    /// No two items are equal.
    Distinct(Quantity),
    Sorted(Quantity, Order),
    /// The items are all numbers from this one on.
    Permutation(Quantity, i128),
    /// The left subtree of each node is smaller, and the right one larger.
    SearchTree(Quantity),
}

/// An order of items.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Order {
    pub(crate) is_descending: bool,
    pub(crate) is_strict: bool,
}

impl Order {
    /// Returns whether `next` may follow after `item`.
    fn allows(self, item: &Value, next: &Value) -> bool {
        let (low, high) = if self.is_descending {
            (next, item)
        } else {
            (item, next)
        };
        match compare(low, high) {
            Ordering::Less => true,
            Ordering::Equal => !self.is_strict,
            Ordering::Greater => false,
        }
    }
}

/// Compares values of one type; arrays item by item.
pub(crate) fn compare(left: &Value, right: &Value) -> Ordering {
    match (left, right) {
        (Value::Integer(left), Value::Integer(right)) => left.cmp(right),
        (Value::Double(left), Value::Double(right)) => left.total_cmp(right),
        (Value::String(left), Value::String(right)) => left.cmp(right),
        (Value::Boolean(left), Value::Boolean(right)) => left.cmp(right),
        (Value::Array(left), Value::Array(right)) => {
            let pairs = left
                .iter()
                .zip(right)
                .map(|(left, right)| compare(left, right));
            let first = pairs.into_iter().find(|order| order.is_ne());
            first.unwrap_or_else(|| left.len().cmp(&right.len()))
        }
        _ => Ordering::Equal,
    }
}

impl Rule {
    /// The quantity of a rule that is not a comparison.
    pub(crate) fn quantity(&self) -> Option<&Quantity> {
        match self {
            Self::Compare(_) => None,
            Self::Alphabet(quantity, _)
            | Self::OneOf(quantity, _)
            | Self::Distinct(quantity)
            | Self::Sorted(quantity, _)
            | Self::Permutation(quantity, _)
            | Self::SearchTree(quantity) => Some(quantity),
        }
    }

    /// Returns what contradicts the rule: `height[3] is 20000`.
    pub(crate) fn violation(&self, signature: &Signature, arguments: &[Value]) -> Option<String> {
        let Self::Compare(comparison) = self else {
            let quantity = self.quantity()?;
            let expression = Expression::Quantity(quantity.clone());
            return find_indices(&[quantity], arguments, &mut |scope: Scope<'_>| {
                let value = scope.value(&expression)?;
                let problem = self.problem(&value)?;
                // A letter is read as a text of one letter, which has no index of its own.
                let problem = match quantity.ty(signature) {
                    Some(Type::Char) => problem.trim_start_matches("[0]"),
                    _ => &problem,
                };
                Some(format!("{}{problem}", place(quantity, signature, scope)))
            });
        };
        let quantities = comparison.quantities();
        let variables = &[];
        let fixed = comparison.fixed(Scope {
            arguments,
            variables,
        });
        find_indices(&quantities, arguments, &mut |scope| {
            if scope.holds(&fixed) {
                return None;
            }
            let sides = quantities.iter().map(|&quantity| {
                let name = place(quantity, signature, scope);
                let quantity = Expression::Quantity(quantity.clone());
                match (scope.number(&quantity), scope.value(&quantity)) {
                    (Some(number), _) => format!("{name} is {number}"),
                    (_, Some(value)) => format!("{name} is {}", shortened(&value)),
                    _ => name,
                }
            });
            let mut sides: Vec<_> = sides.collect();
            sides.dedup();
            Some(sides.join(" and "))
        })
    }

    /// Returns what is wrong with a value of the quantity: ` is "x"` or `[1] is 2`.
    fn problem(&self, value: &Value) -> Option<String> {
        if let (Self::Alphabet(_, alphabet), Value::String(text)) = (self, value) {
            let mut letters = text.chars().enumerate();
            let (index, letter) = letters.find(|(_, letter)| !alphabet.contains(letter))?;
            return Some(format!("[{index}] is {}", Value::String(letter.into())));
        }
        let letters: Vec<Value> = match value {
            Value::String(text) if !matches!(self, Self::OneOf(..)) => text
                .chars()
                .map(|letter| Value::String(letter.into()))
                .collect(),
            _ => Vec::new(),
        };
        let items = match value {
            Value::Array(items) => items,
            _ => &letters,
        };
        let mut numbered = items
            .iter()
            .enumerate()
            .filter(|(_, item)| **item != Value::Null);
        let at = |index: usize| format!("[{index}] is {}", shortened(&items[index]));
        match self {
            Self::Compare(_) | Self::Alphabet(..) => None,
            Self::OneOf(_, values) => {
                (!values.contains(value)).then(|| format!(" is {}", shortened(value)))
            }
            Self::Distinct(_) => {
                let mut known = BTreeSet::new();
                let repeated = numbered.find(|(_, item)| !known.insert(item.to_string()))?;
                let first = items.iter().position(|item| item == repeated.1)?;
                Some(format!("{}, as is [{first}]", at(repeated.0)))
            }
            Self::Sorted(_, order) => {
                let mut pairs = items.windows(2).zip(1..);
                let (_, wrong) = pairs.find(|(pair, _)| !order.allows(&pair[0], &pair[1]))?;
                Some(format!("{} and {}", at(wrong - 1), at(wrong)))
            }
            Self::Permutation(_, first) => {
                let mut wanted: BTreeSet<i128> = (*first..).take(items.len()).collect();
                let (wrong, _) = numbered.find(|(_, item)| match item {
                    Value::Integer(number) => !wanted.remove(&i128::from(*number)),
                    _ => true,
                })?;
                Some(at(wrong))
            }
            Self::SearchTree(_) => Some(at(first_unordered(items)?)),
        }
    }
}

/// Returns the first node in level order that a binary search tree could not have there.
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

/// The JSON of a value, cut if it is long.
fn shortened(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
