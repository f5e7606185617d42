//! Evaluates expressions on given arguments.

use std::borrow::Cow;

use mousetrap_model::{Signature, Type, Value};

use super::argument_parts::{compare, count_items, part_at};
use super::comparison::Comparison;
use super::expression::{DOUBLE_SCALE, Expression, Interval, Quantity};
use super::intervals::KnownIntervals;

/// The arguments and index variables with which expressions are evaluated.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub(crate) signature: &'a Signature,
    pub(crate) arguments: &'a [Value],
    pub(crate) variables: &'a [i128],
}

impl KnownIntervals for Scope<'_> {
    /// Returns the value of a quantity as an interval. Doubles are scaled to billionths.
    fn quantity_interval(&self, quantity: &Quantity) -> Option<Interval> {
        let number = match (&*self.value(quantity)?, quantity.is_length) {
            (Value::Array(nodes), true)
                if quantity.value_or_sequence_type(self.signature) == Some(&Type::TreeNode) =>
            {
                nodes.iter().filter(|&node| *node != Value::Null).count() as i128
            }
            (value, true) => count_items(value)? as i128,
            (Value::Integer(value), _) => (*value).into(),
            (Value::Double(value), _) => (value * DOUBLE_SCALE as f64).round() as i128,
            _ => return None,
        };
        Some((number, number))
    }

    fn variable_interval(&self, variable: usize) -> Option<Interval> {
        let value = self.variables.get(variable)?;
        Some((*value, *value))
    }
}

impl<'a> Scope<'a> {
    /// Replaces the index expressions of a quantity with their values; returns `None` if an index
    /// has no value.
    pub(crate) fn resolve_indices(&self, quantity: &Quantity) -> Option<Quantity> {
        let mut place = quantity.clone();
        for index in &mut place.indices {
            *index = Expression::Number(self.interval(index)?.0);
        }
        Some(place)
    }

    /// Returns the value of a quantity; for a length, returns the sequence itself. Returns `None`
    /// if the item does not exist.
    pub(crate) fn value(&self, quantity: &Quantity) -> Option<Cow<'a, Value>> {
        let indices = quantity.indices.iter().map(|it| Some(self.interval(it)?.0));
        part_at(&self.arguments[quantity.parameter], indices)
    }

    /// Returns whether a comparison holds. A comparison that refers to a missing item holds if the
    /// item's index contains an index variable, as in `nums[i + 1]`.
    pub(crate) fn holds(&self, comparison: &Comparison) -> bool {
        let numbers = comparison.sides().map(|side| self.interval(side));
        if let [Some(left), Some(right)] = numbers {
            return comparison.relation.holds_for(left.0.cmp(&right.0));
        }
        let [left, right] = comparison.sides().map(|side| match side {
            Expression::Quantity(quantity) => self.value(quantity),
            Expression::Literal(value) => Some(Cow::Owned(value.clone())),
            _ => None,
        });
        let order = left.zip(right).map(|(left, right)| compare(&left, &right));
        let is_optional = |quantity: &Quantity| {
            let mut indices = quantity.indices.iter();
            quantity.is_length || indices.any(Expression::has_variable)
        };
        let mut quantities = comparison.quantities().into_iter();
        order.map_or_else(
            || quantities.all(|it| is_optional(it) || self.value(it).is_some()),
            |order| comparison.relation.holds_for(order),
        )
    }

    /// Returns the name of a part of the arguments, such as `words[2].length`.
    pub(crate) fn name(&self, quantity: &Quantity) -> String {
        let place = self.resolve_indices(quantity);
        place.as_ref().unwrap_or(quantity).name(self.signature)
    }

    /// Returns the sum of all values of a quantity such as `nums[i]`.
    pub(crate) fn sum(self, summed: &Quantity) -> i128 {
        let places = self.bindings(&[summed]);
        let numbers = places.iter().filter_map(|variables| {
            let scope = Scope { variables, ..self };
            scope.quantity_interval(summed).map(|(number, _)| number)
        });
        numbers.sum()
    }

    /// Enumerates every combination of values that the index variables in these quantities can
    /// take.
    pub(crate) fn bindings(self, quantities: &[&Quantity]) -> Vec<Vec<i128>> {
        let uses = quantities.iter().flat_map(|quantity| {
            let indices = quantity.indices.iter().enumerate();
            indices.filter_map(move |(depth, index)| Some((*quantity, depth, index.as_variable()?)))
        });
        let uses: Vec<_> = uses.collect();
        let variables = uses.iter().map(|(_, _, (variable, _))| variable + 1).max();
        (0..variables.unwrap_or_default()).fold(vec![Vec::new()], |known, variable| {
            let longer = known.into_iter().flat_map(|variables: Vec<i128>| {
                let here = uses.iter().filter(|(_, _, (it, _))| *it == variable);
                let ends = here.map(|(quantity, depth, (_, offset))| {
                    let mut container = (*quantity).clone();
                    container.indices.truncate(*depth);
                    let scope = Scope {
                        variables: &variables,
                        ..self
                    };
                    let places = scope.value(&container).and_then(|it| count_items(&it));
                    places.unwrap_or_default() as i128 - offset
                });
                // A variable that no quantity uses takes a single value.
                let end = ends.max().unwrap_or(1);
                (0..end).map(move |value| [&variables[..], &[value]].concat())
            });
            longer.collect()
        })
    }
}
