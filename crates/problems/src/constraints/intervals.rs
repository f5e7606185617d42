//! Intervals of expressions, and the intervals that comparisons imply for their operands.

use super::comparison::{Comparison, Relation};
use super::expression::{Expression, INFINITY, Interval, Operation, Quantity};

/// The intervals of the possible values of quantities and index variables. A quantity that does not
/// exist has no interval.
pub(crate) trait KnownIntervals {
    fn quantity_interval(&self, quantity: &Quantity) -> Option<Interval>;

    fn variable_interval(&self, variable: usize) -> Option<Interval>;

    /// Returns the interval of the possible values of a numeric expression.
    fn interval(&self, expression: &Expression) -> Option<Interval> {
        match expression {
            Expression::Number(number) => Some((*number, *number)),
            Expression::Variable(variable) => self.variable_interval(*variable),
            Expression::Quantity(quantity) => self.quantity_interval(quantity),
            Expression::Binary(left, operation, right) => {
                let (left, right) = (self.interval(left)?, self.interval(right)?);
                if *operation == Operation::Remainder && left.0 != left.1 {
                    return Some((0, right.1 - 1));
                }
                let mut ends = (INFINITY, -INFINITY);
                for (left, right) in [
                    (left.0, right.0),
                    (left.0, right.1),
                    (left.1, right.0),
                    (left.1, right.1),
                ] {
                    let end = operation.apply(left, right)?.clamp(-INFINITY, INFINITY);
                    ends = (ends.0.min(end), ends.1.max(end));
                }
                Some(ends)
            }
            Expression::Literal(_) | Expression::Unknown(_) => None,
        }
    }

    /// Returns, for each quantity in a comparison, the interval in which it must lie for the
    /// comparison to hold.
    fn implied_intervals(&self, comparison: &Comparison) -> Vec<(Quantity, Interval)> {
        let all = (-INFINITY, INFINITY);
        let [left, right] = comparison.sides();
        let [below, above] = [left, right].map(|side| self.interval(side).unwrap_or(all));
        let gap = i128::from(comparison.relation == Relation::Less);
        let [of_left, of_right] = match comparison.relation {
            Relation::Less | Relation::LessOrEqual => {
                [(-INFINITY, above.1 - gap), (below.0 + gap, INFINITY)]
            }
            Relation::Equal => [above, below],
            Relation::NotEqual => [all; 2],
        };
        [
            self.propagate_interval(left, of_left),
            self.propagate_interval(right, of_right),
        ]
        .concat()
    }

    /// Returns, for each quantity in an expression, the interval in which it must lie for the
    /// expression's value to lie in the given interval.
    fn propagate_interval(
        &self,
        whole: &Expression,
        (low, high): Interval,
    ) -> Vec<(Quantity, Interval)> {
        let Expression::Binary(left, operation, right) = whole else {
            return match whole {
                Expression::Quantity(quantity) => vec![(quantity.clone(), (low, high))],
                _ => Vec::new(),
            };
        };
        let (Some(on_left), Some(on_right)) = (self.interval(left), self.interval(right)) else {
            return Vec::new();
        };
        let all = (-INFINITY, INFINITY);
        let divided = |factor: Interval| match factor {
            (factor, last) if factor == last && factor > 0 => {
                (-(-low).div_euclid(factor), high.div_euclid(factor))
            }
            _ => all,
        };
        let [of_left, of_right] = match operation {
            Operation::Add => [
                (low - on_right.1, high - on_right.0),
                (low - on_left.1, high - on_left.0),
            ],
            Operation::Subtract => [
                (low + on_right.0, high + on_right.1),
                (on_left.0 - high, on_left.1 - low),
            ],
            Operation::Multiply => [divided(on_right), divided(on_left)],
            Operation::Divide if on_right.0 == on_right.1 && on_right.0 > 0 => {
                let times = |end: i128| end.saturating_mul(on_right.0);
                [
                    (times(low), times(high).saturating_add(on_right.0 - 1)),
                    all,
                ]
            }
            // Every operand is at least the minimum, and at most the maximum.
            Operation::Minimum => [(low, INFINITY); 2],
            Operation::Maximum => [(-INFINITY, high); 2],
            _ => [all; 2],
        };
        let clamped = |(low, high): Interval| (low.max(-INFINITY), high.min(INFINITY));
        let of_left = self.propagate_interval(left, clamped(of_left));
        [of_left, self.propagate_interval(right, clamped(of_right))].concat()
    }
}
