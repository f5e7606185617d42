//! Derives the least and greatest values of lengths and numbers from the constraints.

use std::borrow::Cow;

use mousetrap_model::{Type, Value};
use thiserror::Error;

use crate::constraints::expression::{
    BILLION, Expression, INFINITE, Interval, Quantity, Relation, is_number, item_type,
};
use crate::constraints::intervals::Known;
use crate::constraints::rule::Rule;
use crate::constraints::{Constraints, Line};

impl Constraints {
    /// Returns the arguments and parts of arguments, such as `nums.length` and `nums[i]`, that have
    /// no least or no greatest value, and the strings whose characters are not constrained. Cases
    /// can be generated only if this list is empty.
    pub(crate) fn unbounded(&self) -> Vec<Quantity> {
        let bounds = Bounds::new(self, None);
        let parameters = 0..self.signature.parameters.len();
        let found = parameters.flat_map(|it| bounds.unbounded(&Quantity::parameter(it)));
        found.collect()
    }

    /// Returns the first line that, with the lines before it, leaves no value for some length or
    /// number.
    pub fn contradiction(&self) -> Option<Contradiction> {
        let mut bounds = Bounds::unlimited(self, Some(u32::MAX.into()));
        for _ in 0..MAX_ROUNDS {
            for (line, rule) in &self.rules {
                bounds.narrow(rule);
                let mut places = bounds.intervals.iter().map(|(place, _)| place);
                if let Some(place) = places.find(|place| bounds.get(place).0 > bounds.get(place).1)
                {
                    let (low, high) = bounds.get(place);
                    let line = self.lines[*line].clone();
                    let place = place.name(&self.signature);
                    return Some(Contradiction {
                        line,
                        place,
                        low,
                        high,
                    });
                }
            }
        }
        None
    }
}

/// A line that contradicts earlier lines.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "constraint line {} contradicts the others, since {place} cannot be at least {low} and at \
     most {high}: {}",
    line.number,
    line.text
)]
pub struct Contradiction {
    /// The line.
    pub line: Line,
    place: String,
    low: i128,
    high: i128,
}

/// Maximum number of passes that apply all rules to the intervals.
const MAX_ROUNDS: usize = 12;

/// Maximum distance from zero of values of type `long`, unless the constraints require more:
/// JavaScript and TypeScript round larger values, so right solutions would fail.
const MAX_EXACT: i128 = (1 << 53) - 1;

/// The intervals of all lengths and numbers. Intervals of doubles are in billionths.
#[derive(Clone)]
pub(crate) struct Bounds<'a> {
    constraints: &'a Constraints,
    /// The intervals of allowed values, for single places or for all places with the same parameter
    /// and depth.
    intervals: Vec<(Quantity, Interval)>,
    max_length: Option<i128>,
    /// The places whose last index is a number in some rule.
    columns: Vec<&'a Quantity>,
}

impl Known for Bounds<'_> {
    fn quantity(&self, quantity: &Quantity) -> Option<Interval> {
        Some(self.get(quantity))
    }

    fn variable(&self, _: usize) -> Option<Interval> {
        Some((0, INFINITE))
    }
}

impl<'a> Bounds<'a> {
    /// Derives intervals from the constraints. With a maximum length, the limits of the types
    /// apply, too.
    pub(crate) fn new(constraints: &'a Constraints, max_length: Option<i128>) -> Self {
        let mut bounds = Self::unlimited(constraints, max_length);
        bounds.narrow_all();
        bounds
    }

    fn unlimited(constraints: &'a Constraints, max_length: Option<i128>) -> Self {
        let mut columns: Vec<_> = constraints.rules().flat_map(Rule::quantities).collect();
        columns.retain(|it| matches!(it.indices.last(), Some(Expression::Number(_))));
        Self {
            constraints,
            intervals: Vec::new(),
            max_length,
            columns,
        }
    }

    /// Returns the interval of the values that are still possible.
    pub(crate) fn get(&self, place: &Quantity) -> Interval {
        let within = |limits: Interval| {
            let known = self.intervals.iter().filter(|(it, _)| it.covers(place));
            known.fold(limits, |all, (_, it)| (all.0.max(it.0), all.1.min(it.1)))
        };
        match (self.ty(place), self.max_length) {
            _ if place.is_length => within((0, self.max_length.unwrap_or(INFINITE))),
            (Some(Type::Int), Some(_)) => within((i32::MIN.into(), i32::MAX.into())),
            (Some(Type::Long), Some(_)) => {
                let exact = within((-MAX_EXACT, MAX_EXACT));
                if exact.0 <= exact.1 {
                    return exact;
                }
                within((i64::MIN.into(), i64::MAX.into()))
            }
            _ => within((-INFINITE, INFINITE)),
        }
    }

    /// Returns the type of the value or, for a length, the type of the sequence.
    pub(crate) fn ty(&self, place: &Quantity) -> Option<&'a Type> {
        place.inner_type(&self.constraints.signature)
    }

    /// Removes all values outside an interval.
    pub(crate) fn restrict(&mut self, place: &Quantity, (low, high): Interval) {
        let mut known = self.intervals.iter_mut();
        match known.find(|(it, _)| it.covers(place) && place.covers(it)) {
            Some((_, known)) => *known = (low.max(known.0), high.min(known.1)),
            None => self.intervals.push((place.clone(), (low, high))),
        }
    }

    /// Removes values that contradict a rule, until nothing changes.
    pub(crate) fn narrow_all(&mut self) {
        for _ in 0..MAX_ROUNDS {
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
            // `nums[i] != nums[j]` excludes no value for all of `nums`.
            Rule::Compare(comparison) if !comparison.is_recurrent() => {
                for (quantity, interval) in self.implied(comparison) {
                    let is_place = |index: &Expression| {
                        matches!(index, Expression::Number(_)) || index.variable().is_some()
                    };
                    if quantity.indices.iter().all(is_place) {
                        self.restrict(&quantity, interval);
                    }
                }
            }
            // Negative numbers would allow others to exceed the limit of the sum.
            Rule::Sum(summed, max) if self.get(summed).0 >= 0 => {
                let max = self.interval(max).map_or(INFINITE, |(_, max)| max);
                self.restrict(summed, (-INFINITE, max));
            }
            Rule::Distinct(sequence) => {
                let (low, high) = self.domain(&sequence.clone().each());
                let count = (high - low).saturating_add(1).max(0);
                self.restrict(&sequence.clone().length(), (0, count));
            }
            _ => {}
        }
    }

    fn unbounded(&self, place: &Quantity) -> Vec<Quantity> {
        let (mut found, is_listed) = (Vec::new(), self.choices(place).is_some());
        let ty = self.ty(place);
        let item = ty.and_then(item_type);
        let length = place.clone().length();
        if item.is_some() && !is_listed && self.is_free(&length) {
            found.push(length);
        }
        let is_free = match ty {
            Some(Type::String) => self.choices(&place.clone().each()).is_none(),
            Some(Type::Char) => true,
            Some(ty) if is_number(ty) => self.is_free(place),
            _ => false,
        };
        if is_free && !is_listed {
            found.push(place.clone());
        }
        if item.is_some() && ty != Some(&Type::String) {
            found.extend(self.unbounded(&place.clone().each()));
        }
        found
    }

    /// Returns whether a number or a length is unlimited. For items of rows with a known length,
    /// limits on every column suffice.
    fn is_free(&self, place: &Quantity) -> bool {
        let is_free = |(low, high): Interval| low <= -INFINITE / 2 || high >= INFINITE / 2;
        let mut row = place.clone();
        let is_item = row.indices.pop().is_some() && !place.is_length;
        let columns = if is_item {
            self.get(&row.clone().length()).1
        } else {
            0
        };
        let mut all = (0..columns).map(|column| row.clone().item(Expression::Number(column)));
        let are_limited = (1..=8).contains(&columns) && all.all(|it| !is_free(self.get(&it)));
        let mut equations = self
            .constraints
            .comparisons()
            .filter(|it| it.is_recurrent());
        let is_computed = equations
            .any(|it| it.relation == Relation::Equal && it.quantities()[0].is_alike(place));
        is_free(self.get(place)) && !are_limited && !is_computed
    }

    /// Returns the values that rules list for this place.
    pub(crate) fn choices(&self, place: &Quantity) -> Option<Cow<'a, [Value]>> {
        static BOOLEANS: [Value; 2] = [Value::Boolean(false), Value::Boolean(true)];
        let lists = self.constraints.rules().filter_map(|rule| match rule {
            Rule::OneOf(quantity, values) => quantity.covers(place).then_some(values),
            Rule::Letters(text, values) => text.clone().each().covers(place).then_some(values),
            _ => None,
        });
        let (low, high) = self.get(place);
        let is_possible = |value: &Value| match value {
            Value::Integer(number) => (low..=high).contains(&i128::from(*number)),
            _ => true,
        };
        let is_boolean = self.ty(place) == Some(&Type::Boolean);
        let all = is_boolean.then_some(Cow::Borrowed(&BOOLEANS[..]));
        lists.fold(all, |known, values| match known {
            None if values.iter().all(is_possible) => Some(Cow::Borrowed(values)),
            None => Some(
                values
                    .iter()
                    .filter(|it| is_possible(it))
                    .cloned()
                    .collect(),
            ),
            Some(known) => {
                let common = known.iter().filter(|value| values.contains(value));
                Some(common.cloned().collect())
            }
        })
    }

    /// Returns the interval of the numbers that encode the possible values of a place. A double is
    /// encoded in hundredths, and a listed value by its index.
    pub(crate) fn domain(&self, place: &Quantity) -> Interval {
        let (low, high) = self.get(place);
        match self.choices(place) {
            Some(values) => (0, values.len() as i128 - 1),
            None if self.ty(place) == Some(&Type::Double) => {
                let hundredth = BILLION / 100;
                (-(-low).div_euclid(hundredth), high.div_euclid(hundredth))
            }
            None => (low, high),
        }
    }

    /// Returns the value that a number from the domain encodes.
    pub(crate) fn value(&self, place: &Quantity, number: i128) -> Option<Value> {
        match self.choices(place) {
            Some(values) => values.get(usize::try_from(number).ok()?).cloned(),
            None if self.ty(place) == Some(&Type::Double) => {
                Some(Value::Double(number as f64 / 100.0))
            }
            None => i64::try_from(number).ok().map(Value::Integer),
        }
    }

    /// Returns whether limits depend on the last index, as in the columns of `edges`.
    pub(crate) fn has_columns(&self, item: &Quantity) -> bool {
        self.columns.iter().any(|it| it.is_alike(item))
    }
}
