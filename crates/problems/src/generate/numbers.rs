//! Draws numbers and lengths.

use std::collections::BTreeSet;

use rand::RngExt as _;
use rand::seq::SliceRandom as _;

use super::draw::ArgumentGenerator;
use super::shape::Shape;
use crate::constraints::expression::Interval;

impl ArgumentGenerator<'_> {
    pub(super) fn draw_between(&mut self, low: i128, high: i128) -> i128 {
        self.random.random_range(low..=high)
    }

    /// Draws a random length, or a number such as `k` in `k <= nums.length`. Returns `None` if the
    /// interval is empty.
    pub(super) fn draw_length_or_number(&mut self, (low, high): Interval) -> Option<i128> {
        // Vary extreme sizes after failed attempts.
        let jitter = self.draw_between(0, self.attempt.min(8).into());
        (low <= high).then(|| match self.shape {
            Shape::Minimum | Shape::Short => high.min(low + jitter),
            Shape::Maximum | Shape::Long => low.max(high - jitter),
            Shape::Large => self.draw_between(low.max(high / 2), high),
            _ => self.draw_between(low, high.min(self.max_length.max(low + 1))),
        })
    }

    /// Draws an allowed number that equals the allowed number closest to zero or exceeds it by at
    /// most 10. Returns `None` if the interval is empty.
    pub(super) fn draw_near_zero(&mut self, (low, high): Interval) -> Option<i128> {
        let least = 0.clamp(low, high.max(low));
        (low <= high).then(|| self.draw_between(least, high.min(least + 10)))
    }

    pub(super) fn draw_number(&mut self, interval: Interval) -> Option<i128> {
        self.draw_numbers(interval, 1, false).pop()
    }

    /// Draws `count` numbers. If they must be distinct and the interval is too small, draws fewer.
    pub(super) fn draw_numbers(
        &mut self,
        interval: Interval,
        count: i128,
        are_distinct: bool,
    ) -> Vec<i128> {
        let (low, high) = self.preferred_range(interval, if are_distinct { count } else { 1 });
        let span = high - low + 1;
        if span <= 0 {
            return Vec::new();
        }
        if !are_distinct {
            let has_extremes = matches!(self.shape, Shape::Large | Shape::Long);
            let draws = (0..count).map(|_| match self.draw_between(0, 31) {
                0 if has_extremes => low,
                1 if has_extremes => high,
                _ => self.draw_between(low, high),
            });
            return draws.collect();
        }
        let mut numbers: Vec<i128> = if span <= 4 * count {
            (low..=high).collect()
        } else {
            let mut known = BTreeSet::new();
            while (known.len() as i128) < count {
                known.insert(self.draw_between(low, high));
            }
            known.into_iter().collect()
        };
        numbers.shuffle(&mut self.random);
        numbers.truncate(usize::try_from(count).unwrap_or_default());
        numbers
    }

    /// Returns the subinterval from which the shape draws numbers. The subinterval contains at
    /// least `count` numbers, provided that the entire interval contains that many.
    fn preferred_range(&mut self, (low, high): Interval, count: i128) -> Interval {
        let middle = 0.clamp(low, high.max(low));
        let reach = count - 1 + i128::from(self.attempt.min(8));
        match self.shape {
            Shape::Minimum => (low, high.min(low + reach)),
            Shape::Maximum => (low.max(high - reach), high),
            Shape::Zeros => (low.max(middle - reach), high.min(middle + reach)),
            Shape::Large | Shape::Long | Shape::Short => (low, high),
            _ => {
                let reach = self.max_magnitude.max(count);
                let least = middle.saturating_sub(reach);
                (low.max(least), high.min(middle.saturating_add(reach)))
            }
        }
    }
}
