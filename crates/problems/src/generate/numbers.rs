//! Draws of lengths and numbers.

use std::collections::BTreeSet;

use rand::RngExt as _;

use super::bounds::{Interval, Key};
use super::draw::Draw;
use super::shape::Shape;
use crate::constraints::expression::{Expression, Index, Operation, Quantity, Relation};

/// Maximum number of draws of a number or item that must differ from others.
pub(super) const MAX_REDRAWS: usize = 60;

impl Draw<'_> {
    fn between(&mut self, low: i128, high: i128) -> i128 {
        self.random.random_range(low..=high)
    }

    /// Draws a length or a number for a place, other than `taken` ones.
    pub(super) fn number(
        &mut self,
        key: Key,
        indices: &[i128],
        taken: &BTreeSet<i128>,
    ) -> Option<i128> {
        let place = (key.parameter, key.depth, key.is_length);
        let is_related = self.related.contains(&place);
        let mut excluded = BTreeSet::new();
        let mut interval = self.bounds.get(key);
        // Before all items are drawn, a length of rows is one for all of them.
        if is_related && indices.len() == key.depth {
            self.relate(key, indices, &mut interval, &mut excluded);
        }
        if interval.0 > interval.1 {
            return None;
        }
        let mut number = if key.is_length || is_related && key.depth == 0 {
            self.choose_length(interval)
        } else {
            self.choose_number(interval)
        };
        let extreme = if key.depth == 0 && !key.is_length {
            self.between(0, 7)
        } else {
            7
        };
        if !matches!(self.shape, Shape::Minimum | Shape::Maximum | Shape::Zeros) {
            number = match extreme {
                0 => interval.0,
                1 if self.spread > 3 || is_related => interval.1,
                _ => number,
            };
        }
        number = self.with_remainder(key, number, interval);
        let is_free = |it: i128| !taken.contains(&it) && !excluded.contains(&it);
        for redraw in 0..=MAX_REDRAWS + taken.len() + excluded.len() {
            if is_free(number) {
                break;
            }
            number = match number {
                _ if redraw < MAX_REDRAWS / 3 => self.between(interval.0, interval.1),
                _ if number < interval.1 => number + 1,
                _ => interval.0,
            };
        }
        if is_related {
            self.drawn
                .insert((key.parameter, key.is_length, indices.to_vec()), number);
        }
        is_free(number).then_some(number)
    }

    /// Returns the nearest smaller number, or the next larger one, that rules such as
    /// `n % 2 == 0` allow.
    fn with_remainder(&self, key: Key, number: i128, (low, high): Interval) -> i128 {
        let rules = self
            .constraints
            .comparisons()
            .filter_map(|it| match it.sides() {
                [
                    Expression::Binary(left, Operation::Remainder, modulus),
                    Expression::Number(rest),
                ] => match (&**left, &**modulus, it.relation) {
                    (Expression::Quantity(left), Expression::Number(modulus), Relation::Equal) => {
                        Some((Key::new(left), *modulus, *rest))
                    }
                    _ => None,
                },
                _ => None,
            });
        let mut rules = rules.filter(|(it, modulus, _)| it.is_alike(key) && *modulus > 0);
        let Some((_, modulus, rest)) = rules.next() else {
            return number;
        };
        let smaller = number - (number - rest).rem_euclid(modulus);
        if smaller < low && smaller + modulus <= high {
            smaller + modulus
        } else {
            smaller
        }
    }

    /// Restricts the value of a place by comparisons with what is already drawn.
    fn relate(
        &self,
        key: Key,
        indices: &[i128],
        interval: &mut Interval,
        excluded: &mut BTreeSet<i128>,
    ) {
        let known = |quantity: &Quantity| {
            let indices = constant_indices(quantity);
            let drawn = indices.and_then(|indices| {
                self.drawn
                    .get(&(quantity.parameter, quantity.is_length, indices))
                    .copied()
            });
            drawn.map_or_else(|| self.bounds.get(Key::new(quantity)), |it| (it, it))
        };
        for comparison in &self.relations {
            for quantity in comparison.quantities() {
                let is_here =
                    (quantity.parameter, quantity.is_length) == (key.parameter, key.is_length);
                let Some(variables) = bindings(quantity, indices).filter(|_| is_here) else {
                    continue;
                };
                let bound = comparison.bind(&variables);
                let is_this = |it: &Quantity| {
                    is_here
                        && it.parameter == key.parameter
                        && it.is_length == key.is_length
                        && constant_indices(it).as_deref() == Some(indices)
                };
                for (_, implied) in self
                    .bounds
                    .implied(&bound, &known)
                    .iter()
                    .filter(|it| is_this(&it.0))
                {
                    *interval = (interval.0.max(implied.0), interval.1.min(implied.1));
                }
                if bound.relation == Relation::NotEqual
                    && let [Expression::Quantity(left), Expression::Quantity(right)] = bound.sides()
                {
                    let (low, high) = if is_this(left) {
                        known(right)
                    } else {
                        known(left)
                    };
                    excluded.extend((low == high).then_some(low));
                }
            }
        }
    }

    /// A small number after draws that failed, so that the next one differs.
    fn jitter(&mut self) -> i128 {
        self.random.random_range(0..=self.attempt.min(8)).into()
    }

    fn choose_length(&mut self, (low, high): Interval) -> i128 {
        let jitter = self.jitter();
        match self.shape {
            Shape::Minimum | Shape::Short => (low + jitter).min(high),
            Shape::Maximum | Shape::Long => (high - jitter).max(low),
            Shape::Large => self.between(low.max(high / 2), high),
            _ => self.between(low, high.min(self.size.max(low.saturating_add(1)))),
        }
    }

    pub(super) fn choose_number(&mut self, (low, high): Interval) -> i128 {
        let middle = 0.clamp(low, high);
        let shape = self.shape;
        match shape {
            Shape::Minimum => (low + self.jitter()).min(high),
            Shape::Maximum => (high - self.jitter()).max(low),
            Shape::Zeros => (middle + self.jitter()).min(high),
            Shape::Large | Shape::Long if self.between(0, 15) == 0 => {
                if self.between(0, 1) == 0 {
                    low
                } else {
                    high
                }
            }
            Shape::Large => self.between(low, high),
            _ => {
                let low = low.max(middle.saturating_sub(self.spread));
                self.between(low, high.min(middle.saturating_add(self.spread)))
            }
        }
    }
}

/// The indices of a quantity, if all are numbers.
fn constant_indices(quantity: &Quantity) -> Option<Vec<i128>> {
    let indices = quantity.indices.iter().map(|index| match index {
        Index::At(index) => match **index {
            Expression::Number(number) => Some(number),
            _ => None,
        },
        Index::Each { .. } => None,
    });
    indices.collect()
}

/// The values of index variables with which a quantity has these indices.
fn bindings(quantity: &Quantity, indices: &[i128]) -> Option<Vec<Option<i128>>> {
    if quantity.indices.len() != indices.len() {
        return None;
    }
    let mut variables = Vec::new();
    for (index, value) in quantity.indices.iter().zip(indices) {
        match index {
            Index::Each { variable, offset } => {
                variables.resize(variables.len().max(variable + 1), None);
                variables[*variable] = Some(value - offset);
            }
            Index::At(index) => match **index {
                Expression::Number(number) if number != *value => return None,
                _ => {}
            },
        }
    }
    Some(variables)
}
