//! Draws random arguments: first lengths and single numbers, then items.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use mousetrap_model::{Type, Value};
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

use super::bounds::Bounds;
use super::shape::Shape;
use super::tree;
use crate::constraints::Constraints;
use crate::constraints::argument_parts::compare;
use crate::constraints::expression::{Expression, INFINITY, Quantity, item_type};
use crate::constraints::intervals::KnownIntervals as _;
use crate::constraints::rule::{DistinctPart, Rule};

/// Maximum number of items in a generated case, unless the constraints require more.
const MAX_GENERATED_ITEMS: i128 = 200_000;

/// Maximum number of times that an item is redrawn because it equals another.
const MAX_ITEM_REDRAWS: usize = 60;

pub(super) struct ArgumentGenerator<'a> {
    pub(super) constraints: &'a Constraints,
    /// The bounds that follow from the constraints alone.
    pub(super) limits: Bounds<'a>,
    /// The bounds that follow from the constraints and from the lengths and numbers drawn so far.
    pub(super) bounds: Bounds<'a>,
    pub(super) shape: Shape,
    pub(super) attempt: u64,
    pub(super) random: ChaCha8Rng,
    /// Maximum length, unless the constraints require more.
    pub(super) max_length: i128,
    /// Maximum absolute value, unless the constraints require more.
    pub(super) max_magnitude: i128,
}

impl<'a> ArgumentGenerator<'a> {
    pub(super) fn new(
        constraints: &'a Constraints,
        shape: Shape,
        attempt: u64,
        mut random: ChaCha8Rng,
    ) -> Self {
        let mut pick = |values: &[i128]| values[random.random_range(0..values.len())];
        let (max_length, max_magnitude) = match shape {
            Shape::Tiny => (pick(&[2, 3, 4, 6]), pick(&[1, 2, 3, 10])),
            Shape::Small => (20, pick(&[5, 20, 100])),
            Shape::Medium => (200, pick(&[20, 1000, i128::MAX])),
            Shape::Large | Shape::Long | Shape::Short => (i128::MAX, i128::MAX),
            _ => (pick(&[5, 20, 100, 1000]), pick(&[3, 20, 1000, i128::MAX])),
        };
        let parameters = &constraints.signature.parameters;
        let sequences = parameters.iter().filter(|it| item_type(&it.ty).is_some());
        let item_limit = MAX_GENERATED_ITEMS / sequences.count().max(1) as i128;
        let bounds = Bounds::new(constraints, Some(item_limit));
        Self {
            constraints,
            limits: bounds.clone(),
            bounds,
            shape,
            attempt,
            random,
            max_length,
            max_magnitude,
        }
    }

    /// Draws all arguments; returns `None` if earlier values leave no possible value for a later
    /// one.
    pub(super) fn draw_arguments(&mut self) -> Option<Vec<Value>> {
        for place in self.quantities_drawn_first() {
            let interval = self.bounds.get(&place);
            let has_signs = interval.0 < 0 || self.shape == Shape::Zeros;
            let number = match self.draw_between(0, 7) {
                _ if place.is_length => self.draw_length(&place)?,
                0 if !self.shape.has_extreme_values() => interval.0,
                // Combine a small number with long sequences.
                2 | 3 if self.shape.has_long_sequences() => self.draw_near_zero(interval)?,
                _ if has_signs => self.draw_number(interval)?,
                1 if !self.shape.has_extreme_values()
                    && self.allows_short_sequences(&place, interval.1) =>
                {
                    interval.1
                }
                _ => self.draw_length_or_number(interval)?,
            };
            self.bounds.intersect_interval(&place, (number, number));
            self.bounds.narrow_by_all_rules();
        }
        let parameters = 0..self.constraints.signature.parameters.len();
        let values = parameters.map(|it| self.draw_value(&Quantity::parameter(it)));
        values.collect()
    }

    /// Returns whether drawing this number keeps the minimum length of each argument within the
    /// maximum length of the shape. If a minimum length already exceeds this maximum, it must not
    /// increase.
    fn allows_short_sequences(&self, place: &Quantity, number: i128) -> bool {
        let mut bounds = self.bounds.clone();
        bounds.intersect_interval(place, (number, number));
        bounds.narrow_by_all_rules();
        let parameters = (0..self.constraints.signature.parameters.len()).map(Quantity::parameter);
        let mut lengths = parameters.map(Quantity::length);
        lengths
            .all(|length| bounds.get(&length).0 <= self.max_length.max(self.bounds.get(&length).0))
    }

    /// Returns the lengths and numbers to draw before the items. Lengths may depend on numbers and
    /// vice versa, so attempts alternate between drawing lengths first and drawing numbers first.
    /// If the shape has long sequences, the first attempt draws the lengths before the numbers.
    fn quantities_drawn_first(&self) -> Vec<Quantity> {
        let (mut lengths, mut numbers) = (Vec::new(), Vec::new());
        for (parameter, it) in self.constraints.signature.parameters.iter().enumerate() {
            let place = Quantity::parameter(parameter);
            if item_type(&it.ty).is_some() {
                lengths.push(place.length());
            } else if matches!(it.ty, Type::Int | Type::Long)
                && self.bounds.possible_values(&place).is_none()
            {
                numbers.push(place);
            }
        }
        // Rules may require all rows to be as long as the first row.
        for quantity in self.constraints.rules().flat_map(Rule::quantities) {
            if quantity.is_length && !quantity.indices.is_empty() && quantity.is_single_value() {
                lengths.push(quantity.clone());
            }
        }
        let is_even = self.attempt.is_multiple_of(2);
        if is_even == self.shape.has_long_sequences() {
            [lengths, numbers].concat()
        } else {
            [numbers, lengths].concat()
        }
    }

    /// Draws a length that keeps the argument's total number of items within the maximum.
    fn draw_length(&mut self, place: &Quantity) -> Option<i128> {
        let depth = place.indices.len();
        let (mut others, mut other) = (1, Quantity::parameter(place.parameter));
        while self.bounds.ty(&other).and_then(item_type).is_some() {
            let (low, high) = self.bounds.get(&other.clone().length());
            // A length that has not been drawn yet will be at least `low`.
            others *= match other.indices.len() {
                it if it < depth => high.max(1),
                it if it > depth => low.max(1),
                _ => 1,
            };
            other = other.items();
        }
        let (low, high) = self.bounds.get(place);
        let most = self
            .max_value_within_sum_limit(place, others)
            .min(MAX_GENERATED_ITEMS / others);
        self.draw_length_or_number((low, high.min(low.max(most))))
    }

    /// Returns the largest value that `count` items can have without exceeding the limit on their
    /// sum.
    fn max_value_within_sum_limit(&self, place: &Quantity, count: i128) -> i128 {
        let shares = self.constraints.rules().filter_map(|rule| match rule {
            Rule::Sum(summed, max) if summed.covers(place) => {
                Some(self.bounds.interval(max)?.1 / count.max(1))
            }
            _ => None,
        });
        shares.min().unwrap_or(INFINITY)
    }

    /// Draws a value; returns `None` if no value is possible.
    pub(super) fn draw_value(&mut self, place: &Quantity) -> Option<Value> {
        let has_items = self.bounds.ty(place).and_then(item_type).is_some();
        if has_items && self.bounds.possible_values(place).is_none() {
            let count = self.draw_length(&place.clone().length())?;
            return self.draw_sequence(place, count);
        }
        let number = self.draw_number(self.bounds.encoded_interval(place))?;
        self.bounds.decode_value(place, number)
    }

    /// Draws a sequence of `count` items. If items must be distinct, the sequence may be shorter.
    pub(super) fn draw_sequence(&mut self, place: &Quantity, count: i128) -> Option<Value> {
        let ty = self.bounds.ty(place)?;
        let each = place.clone().items();
        let (mut order, mut distinct, mut is_search_tree) = (None, Vec::new(), false);
        let (mut formats, mut columns) = (Vec::new(), None);
        for rule in self.constraints.rules() {
            match rule {
                Rule::Distinct(sequence, part) if sequence.covers(place) => distinct.push(part),
                Rule::SearchTree(tree) => is_search_tree |= tree.covers(place),
                Rule::Format(text, format) if text.covers(place) => formats.push(*format),
                Rule::Compare(comparison) => {
                    let sorted = comparison.ordered_sequence();
                    order = sorted.filter(|(it, _)| it.covers(place)).or(order);
                    let sorted = comparison.matrix_with_ordered_columns();
                    columns = sorted.filter(|(it, ..)| it.covers(place)).or(columns);
                }
                _ => {}
            }
        }
        let are_distinct = !distinct.is_empty();
        let has_columns = self.bounds.has_bounds_per_column(&each);
        let are_scalars = item_type(ty).and_then(item_type).is_none()
            || self.bounds.possible_values(&each).is_some();
        let mut items = if are_scalars && !has_columns {
            let (low, high) = self.bounds.encoded_interval(&each);
            let high = high.min(self.max_value_within_sum_limit(&each, count).max(low));
            let numbers = self.draw_numbers((low, high), count, are_distinct);
            let items = numbers
                .into_iter()
                .map(|it| self.bounds.decode_value(&each, it));
            items.collect::<Option<Vec<_>>>()?
        } else {
            self.draw_items(place, count, &distinct)?
        };
        let is_order = matches!(self.shape, Shape::Sorted | Shape::Reversed);
        if !has_columns && (!are_distinct || is_order) {
            self.shape
                .arrange_items(&mut items, &mut self.random, compare);
        }
        if order.is_some() || is_search_tree {
            items.sort_by(compare);
        }
        if order.is_some_and(|(_, is_descending)| is_descending) {
            items.reverse();
        }
        match columns {
            Some((_, is_descending, Expression::Number(column))) => {
                sort_rows(&mut items, column, is_descending);
            }
            Some((_, is_descending, _)) => sort_columns(&mut items, is_descending),
            None => {}
        }
        let invalid = |items: &[Value]| {
            formats
                .iter()
                .find_map(|it| it.first_invalid_character(items))
        };
        while let Some(index) = invalid(&items) {
            let choices = self.bounds.possible_values(&each)?;
            let always_valid =
                |it: &&Value| !matches!(it, Value::String(text) if text == "0" || text == " ");
            items[index] = choices.iter().rfind(always_valid)?.clone();
        }
        Some(match ty {
            Type::String => {
                let letters = items.iter().map(|item| match item {
                    Value::String(letter) => letter.as_str(),
                    _ => "",
                });
                Value::String(letters.collect())
            }
            Type::TreeNode => {
                let children = tree::draw_children(items.len(), self.shape, &mut self.random);
                if is_search_tree {
                    let order = tree::inorder_nodes(&children)
                        .into_iter()
                        .zip(items.clone());
                    order.for_each(|(node, value)| items[node] = value);
                }
                tree::to_level_order(&children, &items)
            }
            _ => Value::Array(items),
        })
    }

    /// Draws up to `count` items, no two of which agree in any of the given parts. Stops early if
    /// no further item is found.
    fn draw_items(
        &mut self,
        place: &Quantity,
        count: i128,
        distinct: &[&DistinctPart],
    ) -> Option<Vec<Value>> {
        let (shape, mut items, mut known) = (self.shape, Vec::new(), BTreeSet::new());
        let are_distinct = !distinct.is_empty();
        let redraws = if are_distinct { MAX_ITEM_REDRAWS } else { 1 };
        for index in 0..count {
            let item = place.clone().item(Expression::Number(index));
            let found = (0..redraws).find_map(|redraw| {
                if redraw > MAX_ITEM_REDRAWS / 3 || shape.has_extreme_values() && redraw > 0 {
                    self.shape = Shape::Large;
                }
                let value = self.draw_value(&item)?;
                let parts = distinct
                    .iter()
                    .map(|part| part.extract_from(&value).to_string());
                let parts: Vec<_> = (0..).zip(parts).collect();
                let is_new = parts.iter().all(|part| !known.contains(part));
                is_new.then(|| {
                    known.extend(parts);
                    value
                })
            });
            self.shape = shape;
            match found {
                Some(value) => items.push(value),
                None if are_distinct => break,
                None => return None,
            }
        }
        Some(items)
    }
}

/// Sorts rows by their item in this column.
fn sort_rows(rows: &mut [Value], column: i128, is_descending: bool) {
    let column = usize::try_from(column).unwrap_or(usize::MAX);
    rows.sort_by(|left, right| {
        let [left, right] = [left, right].map(|row| row.items().get(column));
        let order = left.partial_cmp(&right).unwrap_or(Ordering::Equal);
        if is_descending {
            order.reverse()
        } else {
            order
        }
    });
}

/// Sorts every column of a matrix. Sorted rows remain sorted.
fn sort_columns(rows: &mut [Value], is_descending: bool) {
    let widths = rows.iter().map(|row| row.items().len());
    for index in 0..widths.min().unwrap_or_default() {
        let column = rows.iter().map(|row| row.items()[index].clone());
        let mut column: Vec<Value> = column.collect();
        column.sort_by(compare);
        if is_descending {
            column.reverse();
        }
        for (row, value) in rows.iter_mut().zip(column) {
            if let Value::Array(items) = row {
                items[index] = value;
            }
        }
    }
}
