//! What comparisons imply for the values of quantities.

use mousetrap_model::Value;

use super::bounds::{Bounds, HUNDREDTHS, INFINITE, Interval, Key};
use crate::constraints::expression::{Comparison, Expression, Operation, Quantity, Relation};

impl Bounds<'_> {
    /// Returns the interval of each quantity of a comparison that the other side implies.
    pub(crate) fn implied(
        &self,
        comparison: &Comparison,
        known: &dyn Fn(&Quantity) -> Interval,
    ) -> Vec<(Quantity, Interval)> {
        let quantities = comparison.quantities();
        let scales = quantities.iter().map(|it| self.scale(Key::new(it)));
        let scale = scales.max().unwrap_or(1);
        let scope = Scope {
            bounds: self,
            scale,
            known,
        };
        let [left, right] = comparison.sides();
        let (below, above) = (scope.interval(left), scope.interval(right));
        let gap = i128::from(comparison.relation == Relation::Less);
        let mut found = Vec::new();
        match comparison.relation {
            Relation::Less | Relation::LessOrEqual => {
                scope.imply(left, (-INFINITE, above.1 - gap), &mut found);
                scope.imply(right, (below.0 + gap, INFINITE), &mut found);
            }
            Relation::Equal => {
                scope.imply(left, above, &mut found);
                scope.imply(right, below, &mut found);
            }
            Relation::NotEqual => {}
        }
        found
    }
}

/// What is known of the quantities of one comparison.
struct Scope<'a> {
    bounds: &'a Bounds<'a>,
    /// The factor of all values: 100 if one is a double.
    scale: i128,
    known: &'a dyn Fn(&Quantity) -> Interval,
}

impl Scope<'_> {
    fn interval(&self, expression: &Expression) -> Interval {
        let (low, high) = match expression {
            Expression::Number(number) => {
                let number = number.saturating_mul(self.scale);
                (number, number)
            }
            Expression::Literal(Value::Double(value)) => {
                let hundredths = (value * HUNDREDTHS as f64).round() as i128;
                (hundredths, hundredths)
            }
            Expression::Quantity(quantity) => {
                let factor = self.scale / self.bounds.scale(Key::new(quantity));
                let (low, high) = (self.known)(quantity);
                (low.saturating_mul(factor), high.saturating_mul(factor))
            }
            Expression::Binary(left, operation, right) => {
                let (left, right) = (self.interval(left), self.interval(right));
                let ends = [
                    (left.0, right.0),
                    (left.0, right.1),
                    (left.1, right.0),
                    (left.1, right.1),
                ];
                let ends = ends.map(|(left, right)| match operation {
                    // Between these ends the remainder takes other values, too.
                    Operation::Remainder => None,
                    _ => operation.apply(left, right),
                });
                match operation {
                    Operation::Remainder => (0, (right.1 - 1).max(0)),
                    _ => ends
                        .into_iter()
                        .try_fold((INFINITE, -INFINITE), |(low, high), end| {
                            Some((end?.min(low), end?.max(high)))
                        })
                        .unwrap_or((-INFINITE, INFINITE)),
                }
            }
            Expression::Variable(_) => (0, INFINITE),
            _ => (-INFINITE, INFINITE),
        };
        (
            low.clamp(-INFINITE, INFINITE),
            high.clamp(-INFINITE, INFINITE),
        )
    }

    /// Finds what it implies for quantities that an expression lies in an interval.
    fn imply(
        &self,
        expression: &Expression,
        (low, high): Interval,
        found: &mut Vec<(Quantity, Interval)>,
    ) {
        match expression {
            Expression::Quantity(quantity) => {
                let factor = self.scale / self.bounds.scale(Key::new(quantity));
                let low = if low <= -INFINITE {
                    low
                } else {
                    -(-low).div_euclid(factor)
                };
                let high = if high >= INFINITE {
                    high
                } else {
                    high.div_euclid(factor)
                };
                found.push((quantity.clone(), (low, high)));
            }
            Expression::Binary(left, operation, right) => {
                let (on_left, on_right) = (self.interval(left), self.interval(right));
                match operation {
                    Operation::Add => {
                        self.imply(left, (low - on_right.1, high - on_right.0), found);
                        self.imply(right, (low - on_left.1, high - on_left.0), found);
                    }
                    Operation::Subtract => {
                        self.imply(left, (low + on_right.0, high + on_right.1), found);
                        self.imply(right, (on_left.0 - high, on_left.1 - low), found);
                    }
                    Operation::Multiply => {
                        for (part, factor) in [(left, on_right), (right, on_left)] {
                            if factor.0 == factor.1 && factor.0 > 0 {
                                let low = -(-low).div_euclid(factor.0);
                                self.imply(part, (low, high.div_euclid(factor.0)), found);
                            }
                        }
                    }
                    Operation::Divide if on_right.0 == on_right.1 && on_right.0 > 0 => {
                        let low = low.saturating_mul(on_right.0);
                        let high = high
                            .saturating_mul(on_right.0)
                            .saturating_add(on_right.0 - 1);
                        self.imply(left, (low, high), found);
                    }
                    // All operands of a minimum are at least that, and accordingly.
                    Operation::Minimum => {
                        self.imply(left, (low, INFINITE), found);
                        self.imply(right, (low, INFINITE), found);
                    }
                    Operation::Maximum => {
                        self.imply(left, (-INFINITE, high), found);
                        self.imply(right, (-INFINITE, high), found);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
}
