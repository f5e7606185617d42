//! Derives the bounds of lengths and numbers from the constraints.

use std::borrow::Cow;

use mousetrap_model::{Type, Value};

use crate::constraints::comparison::Relation;
use crate::constraints::expression::{
    DOUBLE_SCALE, Expression, INFINITY, Interval, Quantity, is_number, item_type,
};
use crate::constraints::intervals::KnownIntervals;
use crate::constraints::rule::{DistinctPart, Rule};
use crate::constraints::{ConstraintError, Constraints};

impl Constraints {
    /// Returns the lengths and values, such as `nums.length` and `nums[i]`, that lack a lower or
    /// upper bound, and the strings whose characters are not constrained. Cases can be generated
    /// only if this list is empty.
    pub(crate) fn unbounded_quantities(&self) -> Vec<Quantity> {
        let bounds = Bounds::new(self, None);
        let parameters = 0..self.signature.parameters.len();
        let found =
            parameters.flat_map(|it| bounds.unbounded_quantities_in(&Quantity::parameter(it)));
        found.collect()
    }

    /// Returns an error for the first line that leaves a length or number without any possible value.
    pub(crate) fn contradiction(&self) -> Option<ConstraintError> {
        let mut bounds = Bounds::with_initial_intervals(self, Some(u32::MAX.into()));
        let rounds = 0..MAX_NARROWING_ROUNDS;
        for (line, rule) in rounds.flat_map(|_| self.rules_with_lines()) {
            bounds.narrow_by_rule(rule);
            let places = bounds.intervals.iter();
            let mut places = places.map(|(place, _)| (place, bounds.get(place)));
            if let Some((place, (low, high))) = places.find(|(_, (low, high))| low > high) {
                return Some(ConstraintError::Contradiction {
                    line: line.clone(),
                    place: place.name(&self.signature),
                    low,
                    high,
                });
            }
        }
        None
    }

    /// Returns an error for the first line about an item, such as `nums[5]`, that may not exist.
    pub(crate) fn missing_item(&self) -> Option<ConstraintError> {
        let bounds = Bounds::new(self, Some(u32::MAX.into()));
        let mut places = self.rules_with_lines().flat_map(|(line, rule)| {
            let items = rule.quantities().into_iter().filter(|it| !it.is_length);
            items
                .flat_map(move |item| (0..item.indices.len()).map(move |depth| (line, item, depth)))
        });
        places.find_map(|(line, item, depth)| {
            let Expression::Number(index) = item.indices[depth] else {
                return None;
            };
            let mut length = item.clone().length();
            length.indices.truncate(depth);
            (bounds.get(&length).0 <= index).then(|| ConstraintError::MissingItem {
                line: line.clone(),
                place: length.name(&self.signature),
                low: index + 1,
            })
        })
    }
}

/// Maximum number of passes that apply all rules to the intervals.
const MAX_NARROWING_ROUNDS: usize = 12;

/// Maximum absolute value of `long` values, unless the constraints require more. JavaScript and
/// TypeScript round larger values, so correct solutions would fail.
const MAX_EXACT_LONG: i128 = (1 << 53) - 1;

/// The intervals of all lengths and numbers. Intervals of doubles are in billionths.
#[derive(Clone)]
pub(crate) struct Bounds<'a> {
    constraints: &'a Constraints,
    /// The intervals of allowed values. A quantity with index variables has one interval for all
    /// its values.
    intervals: Vec<(Quantity, Interval)>,
    max_length: Option<i128>,
    /// All quantities that the rules mention and whose last index is a constant, such as
    /// `edges[i][0]`.
    columns: Vec<&'a Quantity>,
}

impl KnownIntervals for Bounds<'_> {
    fn quantity_interval(&self, quantity: &Quantity) -> Option<Interval> {
        Some(self.get(quantity))
    }

    fn variable_interval(&self, _: usize) -> Option<Interval> {
        Some((0, INFINITY))
    }
}

impl<'a> Bounds<'a> {
    /// Derives intervals from the constraints. If `max_length` is given, limits lengths to
    /// `max_length` and integers to the range of their type.
    pub(crate) fn new(constraints: &'a Constraints, max_length: Option<i128>) -> Self {
        let mut bounds = Self::with_initial_intervals(constraints, max_length);
        bounds.narrow_by_all_rules();
        bounds
    }

    fn with_initial_intervals(constraints: &'a Constraints, max_length: Option<i128>) -> Self {
        let mut columns: Vec<_> = constraints.rules().flat_map(Rule::quantities).collect();
        columns.retain(|it| matches!(it.indices.last(), Some(Expression::Number(_))));
        Self {
            constraints,
            intervals: Vec::new(),
            max_length,
            columns,
        }
    }

    /// Returns the interval of a quantity's possible values.
    pub(crate) fn get(&self, place: &Quantity) -> Interval {
        let within = |limits: Interval| {
            let known = self.intervals.iter().filter(|(it, _)| it.covers(place));
            known.fold(limits, |all, (_, it)| (all.0.max(it.0), all.1.min(it.1)))
        };
        match (self.ty(place), self.max_length) {
            _ if place.is_length => within((0, self.max_length.unwrap_or(INFINITY))),
            (Some(Type::Int), Some(_)) => within((i32::MIN.into(), i32::MAX.into())),
            (Some(Type::Long), Some(_)) => {
                let exact = within((-MAX_EXACT_LONG, MAX_EXACT_LONG));
                if exact.0 <= exact.1 {
                    return exact;
                }
                within((i64::MIN.into(), i64::MAX.into()))
            }
            _ => within((-INFINITY, INFINITY)),
        }
    }

    /// Returns the type of a value or, for the length of a sequence, the type of the sequence.
    pub(crate) fn ty(&self, place: &Quantity) -> Option<&'a Type> {
        place.value_or_sequence_type(&self.constraints.signature)
    }

    /// Intersects the interval of a quantity with another interval.
    pub(crate) fn intersect_interval(&mut self, place: &Quantity, (low, high): Interval) {
        let mut known = self.intervals.iter_mut();
        match known.find(|(it, _)| it == place) {
            Some((_, known)) => *known = (low.max(known.0), high.min(known.1)),
            None => self.intervals.push((place.clone(), (low, high))),
        }
    }

    /// Excludes values that contradict a rule, until nothing changes.
    pub(crate) fn narrow_by_all_rules(&mut self) {
        for _ in 0..MAX_NARROWING_ROUNDS {
            let before = self.intervals.clone();
            for rule in self.constraints.rules() {
                self.narrow_by_rule(rule);
            }
            if self.intervals == before {
                break;
            }
        }
    }

    fn narrow_by_rule(&mut self, rule: &Rule) {
        match rule {
            // A rule such as `nums[i] != nums[j]` excludes no value from all of `nums`.
            Rule::Compare(comparison) if !comparison.relates_items_of_one_sequence() => {
                for (quantity, interval) in self.implied_intervals(comparison) {
                    let is_place = |index: &Expression| {
                        matches!(index, Expression::Number(_)) || index.as_variable().is_some()
                    };
                    if quantity.indices.iter().all(is_place) {
                        self.intersect_interval(&quantity, interval);
                    }
                }
            }
            // The limit on the sum is a limit on each number only if no number can be negative.
            Rule::Sum(summed, max) if self.get(summed).0 >= 0 => {
                let max = self.interval(max).map_or(INFINITY, |(_, max)| max);
                self.intersect_interval(summed, (-INFINITY, max));
            }
            Rule::Distinct(sequence, DistinctPart::Item) => {
                let (low, high) = self.encoded_interval(&sequence.clone().items());
                let count = (high - low).saturating_add(1).max(0);
                self.intersect_interval(&sequence.clone().length(), (0, count));
            }
            _ => {}
        }
    }

    fn unbounded_quantities_in(&self, place: &Quantity) -> Vec<Quantity> {
        let (mut found, is_listed) = (Vec::new(), self.possible_values(place).is_some());
        let ty = self.ty(place);
        let item = ty.and_then(item_type);
        let length = place.clone().length();
        if item.is_some() && !is_listed && self.is_unbounded(&length) {
            found.push(length);
        }
        let is_unbounded = match ty {
            Some(Type::String) => self.possible_values(&place.clone().items()).is_none(),
            Some(Type::Char) => true,
            Some(ty) if is_number(ty) => self.is_unbounded(place),
            _ => false,
        };
        if is_unbounded && !is_listed {
            found.push(place.clone());
        }
        if item.is_some() && ty != Some(&Type::String) {
            let items = self.unbounded_quantities_in(&place.clone().items());
            if !items.is_empty() && !self.are_columns_bounded(place) {
                found.extend(items);
            }
        }
        found
    }

    /// Returns whether a row has a fixed number of columns, each of which is bounded.
    fn are_columns_bounded(&self, row: &Quantity) -> bool {
        let count = self.get(&row.clone().length()).1;
        let mut columns = (0..count).map(|column| row.clone().item(Expression::Number(column)));
        let is_bounded = |column: Quantity| self.unbounded_quantities_in(&column).is_empty();
        (1..=8).contains(&count) && columns.all(is_bounded)
    }

    /// Returns whether a number or length lacks a bound.
    fn is_unbounded(&self, place: &Quantity) -> bool {
        let is_infinite = |(low, high): Interval| low <= -INFINITY / 2 || high >= INFINITY / 2;
        let mut equations = self
            .constraints
            .comparisons()
            .filter(|it| it.relates_items_of_one_sequence());
        let is_computed = equations.any(|it| {
            it.relation == Relation::Equal
                && !it.requires_symmetry()
                && it.quantities()[0].has_same_depth_as(place)
        });
        is_infinite(self.get(place)) && !is_computed
    }

    /// Returns the possible values of a quantity if rules list them or its type is boolean.
    pub(crate) fn possible_values(&self, place: &Quantity) -> Option<Cow<'a, [Value]>> {
        static BOOLEAN_VALUES: [Value; 2] = [Value::Boolean(false), Value::Boolean(true)];
        let lists = self.constraints.rules().filter_map(|rule| match rule {
            Rule::OneOf(quantity, values) => quantity.covers(place).then_some(&values[..]),
            Rule::Letters(text, values) => {
                let letters = text.clone().items();
                letters.covers(place).then_some(&values[..])
            }
            _ => None,
        });
        let is_boolean = self.ty(place) == Some(&Type::Boolean);
        let all = is_boolean.then_some(&BOOLEAN_VALUES[..]);
        let mut lists = all.into_iter().chain(lists);
        let first = lists.next()?;
        let others: Vec<&[Value]> = lists.collect();
        let (low, high) = self.get(place);
        let is_possible = |value: &&Value| match value {
            Value::Integer(number) if !(low..=high).contains(&i128::from(*number)) => false,
            value => others.iter().all(|values| values.contains(value)),
        };
        if first.iter().all(|value| is_possible(&value)) {
            return Some(Cow::Borrowed(first));
        }
        Some(first.iter().filter(is_possible).cloned().collect())
    }

    /// Returns the range of values that a number, character or length can take, encoded as
    /// integers: a double as a multiple of [`double_step`](Self::double_step), and a value from a
    /// list of allowed values as its index in that list.
    pub(crate) fn encoded_interval(&self, place: &Quantity) -> Interval {
        let (low, high) = self.get(place);
        match self.possible_values(place) {
            Some(values) => (0, values.len() as i128 - 1),
            None if self.ty(place) == Some(&Type::Double) => {
                let step = self.double_step(place);
                (-(-low).div_euclid(step), high.div_euclid(step))
            }
            None => (low, high),
        }
    }

    /// Returns the difference between neighbouring values of a double, in billionths: a hundredth,
    /// or less if the double lies between close bounds.
    fn double_step(&self, place: &Quantity) -> i128 {
        let (low, high) = self.get(place);
        let mut step = DOUBLE_SCALE / 100;
        while step > 1 && high - low < 100 * step {
            step /= 10;
        }
        step
    }

    /// Decodes an integer from the interval that [`encoded_interval`](Self::encoded_interval) returns.
    pub(crate) fn decode_value(&self, place: &Quantity, number: i128) -> Option<Value> {
        match self.possible_values(place) {
            Some(values) => values.get(usize::try_from(number).ok()?).cloned(),
            None if self.ty(place) == Some(&Type::Double) => {
                let steps_per_unit = DOUBLE_SCALE / self.double_step(place);
                Some(Value::Double(number as f64 / steps_per_unit as f64))
            }
            None => i64::try_from(number).ok().map(Value::Integer),
        }
    }

    /// Encodes a value as an integer, the inverse of [`decode_value`](Self::decode_value). Doubles
    /// are rounded.
    pub(crate) fn encode_value(&self, place: &Quantity, value: &Value) -> Option<i128> {
        match (self.possible_values(place), value) {
            (Some(values), _) => Some(values.iter().position(|it| it == value)? as i128),
            (None, Value::Double(number)) => {
                let steps_per_unit = DOUBLE_SCALE / self.double_step(place);
                Some((number * steps_per_unit as f64).round() as i128)
            }
            (None, Value::Integer(number)) => Some((*number).into()),
            _ => None,
        }
    }

    /// Returns whether the columns of the item's row have individual bounds, as in a rule about
    /// `edges[i][0]`.
    pub(crate) fn has_bounds_per_column(&self, item: &Quantity) -> bool {
        self.columns.iter().any(|it| it.has_same_depth_as(item))
    }
}
