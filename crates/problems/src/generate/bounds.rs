//! Least and greatest values of lengths and numbers, as far as comparisons tell.

use std::collections::BTreeMap;

use mousetrap_model::{Signature, Type, Value};

use crate::constraints::Constraints;
use crate::constraints::expression::{Expression, Index, Quantity, item_type};
use crate::constraints::rule::Rule;

/// Doubles are drawn and compared in hundredths.
pub(crate) const HUNDREDTHS: i128 = 100;

/// Stands for an infinite value; sums of it do not overflow.
pub(super) const INFINITE: i128 = 1 << 100;

/// All values from the first to the second, in hundredths for doubles.
pub(crate) type Interval = (i128, i128);

/// All values of a parameter at the same depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    pub(crate) parameter: usize,
    /// The number of indices.
    pub(crate) depth: usize,
    /// The last index, if the line gives it as a number: the 0 in `edges[i][0]`.
    pub(crate) column: Option<i128>,
    pub(crate) is_length: bool,
}

impl Key {
    pub(crate) const fn value(parameter: usize, depth: usize) -> Self {
        Self {
            parameter,
            depth,
            column: None,
            is_length: false,
        }
    }

    pub(crate) const fn length(parameter: usize, depth: usize) -> Self {
        Self {
            parameter,
            depth,
            column: None,
            is_length: true,
        }
    }

    pub(crate) const fn in_column(self, column: Option<i128>) -> Self {
        Self { column, ..self }
    }

    /// Returns whether both are at the same depth of the same parameter, in any column.
    pub(crate) fn is_alike(self, other: Self) -> bool {
        self.in_column(None) == other.in_column(None)
    }

    pub(crate) fn new(quantity: &Quantity) -> Self {
        let column = match quantity.indices.last() {
            Some(Index::At(index)) if !quantity.is_length => match **index {
                Expression::Number(column) => Some(column),
                _ => None,
            },
            _ => None,
        };
        Self {
            parameter: quantity.parameter,
            depth: quantity.indices.len(),
            column,
            is_length: quantity.is_length,
        }
    }
}

impl Constraints {
    /// The arguments and parts of arguments, such as `nums.length` and `nums[i]`, that have no
    /// least or no greatest value, and the texts whose characters are not constrained. Cases
    /// can be generated only if there are none.
    pub fn unbounded(&self) -> Vec<String> {
        Bounds::unlimited(self).unbounded()
    }
}

/// The intervals of all lengths and numbers.
#[derive(Clone)]
pub(crate) struct Bounds<'a> {
    constraints: &'a Constraints,
    intervals: BTreeMap<Key, Interval>,
    max_length: i128,
    are_types_limits: bool,
}

impl<'a> Bounds<'a> {
    /// Starts from the limits of types, and from this limit for lengths.
    pub(crate) fn new(constraints: &'a Constraints, max_length: usize) -> Self {
        let mut bounds = Self {
            constraints,
            intervals: BTreeMap::new(),
            max_length: max_length as i128,
            are_types_limits: true,
        };
        bounds.narrow_all();
        bounds
    }

    /// Starts without any limit.
    pub(crate) fn unlimited(constraints: &'a Constraints) -> Self {
        let mut bounds = Self {
            constraints,
            intervals: BTreeMap::new(),
            max_length: INFINITE,
            are_types_limits: false,
        };
        bounds.narrow_all();
        bounds
    }

    fn signature(&self) -> &'a Signature {
        &self.constraints.signature
    }

    /// The values that are still possible.
    pub(crate) fn get(&self, key: Key) -> Interval {
        let column = self.intervals.get(&key).copied();
        let all = key.in_column(None);
        let all = self
            .intervals
            .get(&all)
            .copied()
            .unwrap_or_else(|| self.limits(key));
        column.map_or(all, |(low, high)| (low.max(all.0), high.min(all.1)))
    }

    fn limits(&self, key: Key) -> Interval {
        if key.is_length {
            return (0, self.max_length);
        }
        match self.ty(key) {
            Some(Type::Int) if self.are_types_limits => (i32::MIN.into(), i32::MAX.into()),
            Some(Type::Long) if self.are_types_limits => (i64::MIN.into(), i64::MAX.into()),
            _ => (-INFINITE, INFINITE),
        }
    }

    /// The type of the value at this depth.
    pub(crate) fn ty(&self, key: Key) -> Option<Type> {
        let mut ty = self.signature().parameters[key.parameter].ty.clone();
        for _ in 0..key.depth {
            ty = item_type(&ty)?;
        }
        Some(ty)
    }

    pub(super) fn scale(&self, key: Key) -> i128 {
        let is_double = !key.is_length && self.ty(key) == Some(Type::Double);
        if is_double { HUNDREDTHS } else { 1 }
    }

    /// Removes all values outside of an interval.
    pub(crate) fn restrict(&mut self, key: Key, (low, high): Interval) {
        let known = self.get(key);
        self.intervals
            .insert(key, (low.max(known.0), high.min(known.1)));
    }

    /// Removes values that contradict a rule, until none is found.
    pub(crate) fn narrow_all(&mut self) {
        for _ in 0..12 {
            let before = self.intervals.clone();
            for rule in self.constraints.rules() {
                self.narrow(rule);
            }
            if self.intervals == before {
                break;
            }
        }
    }

    fn narrow(&mut self, rule: &Rule) {
        match rule {
            Rule::Compare(comparison) => {
                let quantities = comparison.quantities();
                let are_unlike = |index: usize, it: &Quantity| {
                    let mut others = quantities[..index].iter();
                    others.all(|&other| other == it || Key::new(other) != Key::new(it))
                };
                // `nums[i] != nums[j]` tells nothing about all of `nums`.
                if quantities
                    .iter()
                    .enumerate()
                    .all(|(index, it)| are_unlike(index, it))
                {
                    for (quantity, interval) in
                        self.implied(comparison, &|it| self.get(Key::new(it)))
                    {
                        self.restrict(Key::new(&quantity), interval);
                    }
                }
            }
            Rule::Distinct(quantity) => {
                let key = Key::new(&quantity.clone().length());
                let item = Key::value(key.parameter, key.depth + 1);
                if matches!(self.ty(item), Some(Type::Int | Type::Long)) {
                    let (low, high) = self.get(item);
                    self.restrict(key, (0, (high - low).saturating_add(1).max(0)));
                }
            }
            Rule::Permutation(quantity, first) => {
                let key = Key::new(&quantity.clone().length());
                let last = self.get(key).1 + first - 1;
                let item = Key::value(key.parameter, key.depth + 1);
                self.restrict(item, (*first, last));
            }
            _ => {}
        }
    }

    /// See [`Constraints::unbounded`].
    pub(crate) fn unbounded(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (parameter, it) in self.signature().parameters.iter().enumerate() {
            let (mut ty, mut name, mut depth) = (it.ty.clone(), it.name.clone(), 0);
            loop {
                let key = Key::value(parameter, depth);
                let item = item_type(&ty);
                let is_listed = ty == Type::String && self.choices(key).is_some();
                let longest = self.get(Key::length(parameter, depth)).1;
                if item.is_some() && !is_listed && longest >= INFINITE {
                    found.push(format!("{name}.length"));
                }
                let is_free = match ty {
                    Type::Int | Type::Long | Type::Double => self.is_free_number(key),
                    Type::String => {
                        let letter = Key::value(parameter, depth + 1);
                        self.choices(key).or_else(|| self.choices(letter)).is_none()
                    }
                    Type::Char => self.choices(key).is_none(),
                    _ => false,
                };
                if is_free {
                    found.push(name.clone());
                }
                let Some(item) = item.filter(|_| ty != Type::String) else {
                    break;
                };
                name += ["[i]", "[j]", "[k]"].get(depth).unwrap_or(&"[…]");
                (ty, depth) = (item, depth + 1);
            }
        }
        found
    }

    fn is_free_number(&self, key: Key) -> bool {
        let is_free = |key| {
            let (low, high) = self.get(key);
            low <= -INFINITE / 2 || high >= INFINITE / 2
        };
        let row = key
            .depth
            .checked_sub(1)
            .map(|depth| Key::length(key.parameter, depth));
        let columns = row.map_or(INFINITE, |row| self.get(row).1);
        let are_columns_free = || {
            let mut columns = 0..columns;
            columns.any(|column| is_free(key.in_column(Some(column))))
        };
        is_free(key) && self.choices(key).is_none() && (columns > 8 || are_columns_free())
    }

    /// The values that rules list for this depth.
    pub(crate) fn choices(&self, key: Key) -> Option<Vec<Value>> {
        let mut choices: Option<Vec<Value>> = None;
        for rule in self.constraints.rules() {
            let (quantity, values) = match rule {
                Rule::OneOf(quantity, values) => (quantity, values.clone()),
                Rule::Alphabet(quantity, alphabet) => {
                    let letters = alphabet.iter().map(|&it| Value::String(it.into()));
                    (quantity, letters.collect())
                }
                _ => continue,
            };
            let mut of_rule = Key::new(quantity);
            if matches!(rule, Rule::Alphabet(..)) && self.ty(of_rule) == Some(Type::String) {
                of_rule = Key::value(of_rule.parameter, of_rule.depth + 1);
            }
            if (of_rule.parameter, of_rule.depth) == (key.parameter, key.depth)
                && (of_rule.column.is_none() || of_rule.column == key.column)
            {
                choices = Some(match choices {
                    Some(known) => known.into_iter().filter(|it| values.contains(it)).collect(),
                    None => values,
                });
            }
        }
        choices
    }
}
