//! Repairs generated arguments that violate constraints.

use std::borrow::Cow;
use std::cmp::Reverse;

use mousetrap_model::{Type, Value};

use super::draw::ArgumentGenerator;
use super::shape::Shape;
use crate::constraints::argument_parts::set_part;
use crate::constraints::comparison::Comparison;
use crate::constraints::expression::{Expression, Interval, Quantity};
use crate::constraints::intervals::KnownIntervals as _;
use crate::constraints::rule::{DistinctPart, Rule, indices_of_repeated_items};

/// Maximum number of passes over all rules.
const MAX_REPAIR_ROUNDS: usize = 8;

/// Maximum number of values tried for each length or number.
const MAX_CANDIDATE_VALUES: usize = 24;

impl ArgumentGenerator<'_> {
    /// Changes numbers, lengths and repeated items until the arguments obey the constraints.
    /// Returns whether this succeeded.
    pub(super) fn repair(&mut self, arguments: &mut [Value]) -> bool {
        (0..MAX_REPAIR_ROUNDS).any(|round| {
            let mut is_valid = true;
            for rule in self.constraints.rules() {
                let scope = self.constraints.scope(arguments, &[]);
                if rule.violation(scope).is_none() {
                    continue;
                }
                is_valid = false;
                for binding in scope.bindings(&rule.quantities()) {
                    match rule {
                        Rule::Compare(it) => {
                            self.satisfy_comparison(it, &binding, arguments, round);
                        }
                        Rule::Distinct(it, part) => {
                            self.make_items_distinct((it, part), &binding, arguments, round);
                        }
                        _ => {}
                    }
                }
            }
            is_valid
        })
    }

    /// Changes one number or length so that a comparison holds. Tries numbers first and then
    /// lengths, each from the last argument or item to the first. Odd rounds use the opposite
    /// order.
    fn satisfy_comparison(
        &mut self,
        comparison: &Comparison,
        variables: &[i128],
        arguments: &mut [Value],
        round: usize,
    ) {
        let scope = self.constraints.scope(arguments, variables);
        if scope.holds(comparison) {
            return;
        }
        let implied = scope.implied_intervals(comparison).into_iter();
        let places = implied.filter_map(|(quantity, interval)| {
            let old = scope.value(&quantity)?.into_owned();
            let path = quantity.indices.iter().map(|it| scope.interval(it));
            let path: Vec<_> = path.collect::<Option<_>>()?;
            let order = (quantity.is_length, Reverse((quantity.parameter, path)));
            Some((order, scope.resolve_indices(&quantity)?, interval, old))
        });
        let mut places: Vec<_> = places.collect();
        places.sort_by_key(|(order, ..)| order.clone());
        if round % 2 == 1 {
            places.reverse();
        }
        let shape = self.shape;
        for (_, place, interval, old) in places {
            for _ in 0..MAX_CANDIDATE_VALUES {
                let Some(new) = self.draw_candidate(&place, interval) else {
                    break;
                };
                set_part(arguments, &place, new);
                if self
                    .constraints
                    .scope(arguments, variables)
                    .holds(comparison)
                {
                    self.shape = shape;
                    return;
                }
                self.shape = Shape::Large;
            }
            self.shape = shape;
            set_part(arguments, &place, old);
        }
    }

    /// Draws a new value for a quantity. For a length, draws a new sequence.
    fn draw_candidate(&mut self, place: &Quantity, interval: Interval) -> Option<Value> {
        let is_size = place.is_length || place.indices.is_empty();
        let bounds = if is_size { &self.limits } else { &self.bounds };
        let (low, high) = bounds.get(place);
        let allowed = (low.max(interval.0), high.min(interval.1));
        if place.is_length {
            let count = self.draw_length_or_number(allowed)?;
            let mut sequence = place.clone();
            sequence.is_length = false;
            return self.draw_sequence(&sequence, count);
        }
        match self.bounds.ty(place) {
            Some(Type::Int | Type::Long) if bounds.possible_values(place).is_none() => {
                let number = self.draw_number(allowed)?;
                self.bounds.decode_value(place, number)
            }
            _ => self.draw_value(place),
        }
    }

    /// Redraws duplicate items in the first rounds, and removes those that remain in later rounds.
    fn make_items_distinct(
        &mut self,
        (sequence, part): (&Quantity, &DistinctPart),
        variables: &[i128],
        arguments: &mut [Value],
        round: usize,
    ) {
        let scope = self.constraints.scope(arguments, variables);
        let value = scope.value(sequence).map(Cow::into_owned);
        let (Some(Value::Array(mut items)), Some(place)) = (value, scope.resolve_indices(sequence))
        else {
            return;
        };
        if self.bounds.ty(sequence) == Some(&Type::TreeNode) {
            return;
        }
        let shape = std::mem::replace(&mut self.shape, Shape::Large);
        for index in indices_of_repeated_items(&items, part).into_iter().rev() {
            let item = place.clone().item(Expression::Number(index as i128));
            match self
                .draw_value(&item)
                .filter(|_| round < MAX_REPAIR_ROUNDS / 2)
            {
                Some(value) => items[index] = value,
                None => _ = items.remove(index),
            }
        }
        self.shape = shape;
        set_part(arguments, &place, Value::Array(items));
    }
}
