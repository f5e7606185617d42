//! One draw of arguments: first the sizes, then the items.

use std::collections::{BTreeMap, BTreeSet};

use mousetrap_model::{Type, Value};
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

use super::bounds::{Bounds, Key};
use super::shape::Shape;
use crate::constraints::Constraints;
use crate::constraints::expression::{Comparison, Expression, Quantity, Relation, item_type};

/// Maximum number of items in a case, unless more are required.
const MAX_ITEMS: usize = 200_000;

/// Maximum length of rows whose items have meanings of their own, as in `edges`.
pub(super) const MAX_COLUMNS: i128 = 8;

pub(super) struct Draw<'a> {
    pub(super) constraints: &'a Constraints,
    pub(super) bounds: Bounds<'a>,
    pub(super) max_items: i128,
    pub(super) shape: Shape,
    pub(super) attempt: u64,
    pub(super) random: ChaCha8Rng,
    /// Maximum length, and maximum distance of values from zero, unless more are required.
    pub(super) size: i128,
    pub(super) spread: i128,
    /// Comparisons between lengths and values, these, and what was drawn for them.
    pub(super) relations: Vec<&'a Comparison>,
    pub(super) related: BTreeSet<(usize, usize, bool)>,
    pub(super) drawn: BTreeMap<(usize, bool, Vec<i128>), i128>,
    /// Parameters and depths of rows whose length is fixed, such as 2.
    pub(super) tuples: BTreeSet<(usize, usize)>,
    pub(super) choices: BTreeMap<Key, Option<Vec<Value>>>,
}

impl<'a> Draw<'a> {
    pub(super) fn new(
        constraints: &'a Constraints,
        shape: Shape,
        attempt: u64,
        mut random: ChaCha8Rng,
    ) -> Self {
        let mut pick =
            |values: &[i128]| values[random.random_range(0..values.len() as u64) as usize];
        let (size, spread) = match shape {
            Shape::Tiny => (pick(&[2, 3, 4, 6]), pick(&[1, 2, 3, 10])),
            Shape::Small => (20, pick(&[5, 20, 100])),
            Shape::Medium => (200, pick(&[20, 1000, i128::MAX])),
            Shape::Large | Shape::Long | Shape::Short => (i128::MAX, i128::MAX),
            _ => (pick(&[5, 20, 100, 1000]), pick(&[3, 20, 1000, i128::MAX])),
        };
        let parameters = &constraints.signature.parameters;
        let sequences = parameters.iter().filter(|it| item_type(&it.ty).is_some());
        let max_items = MAX_ITEMS / sequences.count().max(1);
        let bounds = Bounds::new(constraints, max_items);
        let relations = constraints.comparisons().filter(|comparison| {
            let (quantities, variable) = (comparison.quantities(), has_variable(comparison));
            let items = quantities
                .iter()
                .filter(|it| !it.indices.is_empty())
                .count();
            // Once all sizes are drawn, the bounds reflect their relations with items.
            variable || items > 1 || items == 0 && quantities.len() > 1
        });
        let relations: Vec<&Comparison> = relations.collect();
        let related = relations.iter().flat_map(|comparison| {
            let keys = comparison.quantities().into_iter().map(Key::new);
            keys.map(|key| (key.parameter, key.depth, key.is_length))
        });
        let related = related.collect();
        let rows = (0..parameters.len()).flat_map(|parameter| [(parameter, 1), (parameter, 2)]);
        let tuples = rows.filter(|&(parameter, depth)| {
            let key = Key::length(parameter, depth);
            let (low, high) = bounds.get(key);
            low == high && high <= MAX_COLUMNS
        });
        Self {
            tuples: tuples.collect(),
            max_items: max_items as i128,
            constraints,
            bounds,
            shape,
            attempt,
            random,
            size,
            spread,
            relations,
            related,
            drawn: BTreeMap::new(),
            choices: BTreeMap::new(),
        }
    }

    /// Draws all arguments, or returns `None` if the draw reached a contradiction.
    pub(super) fn arguments(mut self) -> Option<Vec<Value>> {
        for key in self.sizes_first() {
            if key.is_length {
                self.limit_length(key);
            }
            let number = self.number(key, &[], &BTreeSet::new())?;
            self.bounds.restrict(key, (number, number));
            self.bounds.narrow_all();
        }
        let parameters = self.constraints.signature.parameters.iter().enumerate();
        let values = parameters.map(|(parameter, it)| {
            for depth in 1..=it.ty.depth() {
                self.limit_length(Key::length(parameter, depth));
            }
            self.value(&it.ty, parameter, &mut Vec::new())
        });
        values.collect()
    }

    /// The lengths and numbers that are drawn before all items: numbers with limits of their
    /// own, lengths, other numbers.
    fn sizes_first(&self) -> Vec<Key> {
        let (mut free, mut lengths, mut dependent) = (Vec::new(), Vec::new(), Vec::new());
        for (parameter, it) in self.constraints.signature.parameters.iter().enumerate() {
            let key = Key::value(parameter, 0);
            if item_type(&it.ty).is_some() {
                let length = Key::length(parameter, 0);
                lengths.push(length);
                let rows = (1..=it.ty.depth()).map(|depth| Key { depth, ..length });
                lengths.extend(rows.filter(|key| self.is_uniform(*key)));
            } else if matches!(it.ty, Type::Int | Type::Long | Type::Double)
                && self.bounds.choices(key).is_none()
            {
                let has_limits = self.has_own_limits(parameter);
                if has_limits {
                    &mut free
                } else {
                    &mut dependent
                }
                .push(key);
            }
        }
        [free, lengths, dependent].concat()
    }

    /// Returns whether all sequences at this depth must have one length.
    fn is_uniform(&self, key: Key) -> bool {
        self.constraints.comparisons().any(|comparison| {
            let keys = comparison.sides().map(|side| match side {
                Expression::Quantity(quantity) => Some(Key::new(quantity)),
                _ => None,
            });
            comparison.relation == Relation::Equal && keys == [Some(key); 2]
        })
    }

    fn has_own_limits(&self, parameter: usize) -> bool {
        let this = Expression::Quantity(Quantity::parameter(parameter));
        let limits = |is_lower: bool| {
            self.constraints.comparisons().any(|it| match it.sides() {
                [Expression::Number(_), right] => is_lower && *right == this,
                [left, Expression::Number(_)] => !is_lower && *left == this,
                _ => false,
            })
        };
        limits(true) && limits(false)
    }

    /// Restricts a length so that the parameter does not have too many items.
    fn limit_length(&mut self, key: Key) {
        let depths = (0..).map(|depth| Key { depth, ..key });
        let others = depths.take_while(|it| {
            self.bounds
                .ty(*it)
                .is_some_and(|ty| item_type(&ty).is_some())
        });
        let others = others.filter(|it| *it != key).map(|it| {
            let (low, high) = self.bounds.get(it);
            // What is not drawn yet is at least this.
            if it.depth < key.depth { high } else { low }.max(1)
        });
        let limit = self.max_items / others.product::<i128>().max(1);
        let least = self.bounds.get(key).0;
        self.bounds.restrict(key, (0, limit.max(least)));
    }
}

fn has_variable(comparison: &Comparison) -> bool {
    let mut found = false;
    for side in comparison.sides() {
        side.walk(&mut |part| found |= matches!(part, Expression::Variable(_)));
    }
    found
}
