//! One draw of arguments: first the sizes, then the items.

use std::collections::{BTreeMap, BTreeSet};

use mousetrap_model::{Type, Value};
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;

use super::bounds::{Bounds, HUNDREDTHS, Interval, Key};
use super::shape::Shape;
use super::tree;
use crate::constraints::Constraints;
use crate::constraints::expression::{
    Comparison, Expression, Index, Quantity, Relation, item_type,
};
use crate::constraints::rule::{Order, Rule, compare};

/// Maximum number of items in a case, unless more are required.
const MAX_ITEMS: usize = 200_000;

/// Maximum length of rows whose items have meanings of their own, as in `edges`.
const MAX_COLUMNS: i128 = 8;

/// Maximum number of draws of an item that must differ from all before it.
const MAX_REDRAWS: usize = 60;

pub(super) struct Draw<'a> {
    constraints: &'a Constraints,
    bounds: Bounds<'a>,
    max_items: i128,
    shape: Shape,
    attempt: u64,
    random: ChaCha8Rng,
    /// Maximum length, and maximum distance of values from zero, unless more are required.
    size: i128,
    spread: i128,
    /// Comparisons between lengths and values, these, and what was drawn for them.
    relations: Vec<&'a Comparison>,
    related: BTreeSet<(usize, usize, bool)>,
    drawn: BTreeMap<(usize, bool, Vec<i128>), i128>,
    /// Parameters and depths of rows whose length is fixed, such as 2.
    tuples: BTreeSet<(usize, usize)>,
    choices: BTreeMap<Key, Option<Vec<Value>>>,
}

/// What rules demand of the items of a sequence.
#[derive(Default)]
struct ItemRules {
    are_distinct: bool,
    order: Option<Order>,
    permutation: Option<i128>,
    is_search_tree: bool,
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
            let key = Key {
                parameter,
                depth,
                column: None,
                is_length: true,
            };
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
                self.limit_length(Key {
                    parameter,
                    depth,
                    column: None,
                    is_length: true,
                });
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
            let key = Key {
                parameter,
                depth: 0,
                column: None,
                is_length: false,
            };
            if item_type(&it.ty).is_some() {
                let length = Key {
                    is_length: true,
                    ..key
                };
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

    fn between(&mut self, low: i128, high: i128) -> i128 {
        self.random.random_range(low..=high)
    }

    /// Draws a length or a number for a place, other than `taken` ones.
    fn number(&mut self, key: Key, indices: &[i128], taken: &BTreeSet<i128>) -> Option<i128> {
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

    fn choose_number(&mut self, (low, high): Interval) -> i128 {
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

    fn value(&mut self, ty: &Type, parameter: usize, indices: &mut Vec<i128>) -> Option<Value> {
        let Some(item) = item_type(ty) else {
            return self.scalar(ty, parameter, indices, &mut None);
        };
        let key = Key {
            parameter,
            depth: indices.len(),
            column: None,
            is_length: false,
        };
        if *ty == Type::String && self.bounds.choices(key).is_some() {
            return self.scalar(ty, parameter, indices, &mut None);
        }
        let mut items = self.items(&item, parameter, indices)?;
        Some(match ty {
            Type::String => {
                let letters = items.iter().map(|item| match item {
                    Value::String(letter) => letter.as_str(),
                    _ => "",
                });
                Value::String(letters.collect())
            }
            Type::TreeNode => {
                let children = tree::children(items.len(), self.shape, &mut self.random);
                if self.item_rules(parameter, indices.len()).is_search_tree {
                    let order = tree::in_order(&children).into_iter().zip(items.clone());
                    order.for_each(|(node, value)| items[node] = value);
                }
                let root = (!items.is_empty()).then_some(0);
                tree::by_level(root, &children, &items)
            }
            _ => Value::Array(items),
        })
    }

    /// Draws a value that has no items; adds its number to `taken`, which it must not be in.
    fn scalar(
        &mut self,
        ty: &Type,
        parameter: usize,
        indices: &[i128],
        taken: &mut Option<BTreeSet<i128>>,
    ) -> Option<Value> {
        let column = indices.last().copied();
        let key = Key {
            parameter,
            depth: indices.len(),
            column,
            is_length: false,
        };
        let cached = Key {
            column: column.filter(|&it| it < MAX_COLUMNS),
            ..key
        };
        let bounds = &self.bounds;
        let choices = self.choices.entry(cached).or_insert_with(|| match ty {
            Type::Boolean => Some(vec![Value::Boolean(false), Value::Boolean(true)]),
            _ => bounds.choices(key),
        });
        let none = BTreeSet::new();
        let known = taken.as_ref().unwrap_or(&none);
        let (number, value) = match choices.take() {
            Some(values) => {
                let last = (values.len() as i128)
                    .checked_sub(1)
                    .filter(|&last| last >= 0)?;
                let mut number = self.choose_number((0, last));
                for _ in 0..=last {
                    if known.contains(&number) {
                        number = (number + 1) % (last + 1);
                    }
                }
                let value = values[number as usize].clone();
                let is_free = !known.contains(&number);
                self.choices.insert(cached, Some(values));
                (is_free.then_some(number)?, value)
            }
            None => {
                let number = self.number(key, indices, known)?;
                let value = match ty {
                    Type::Double => Value::Double(number as f64 / HUNDREDTHS as f64),
                    _ => Value::Integer(i64::try_from(number).ok()?),
                };
                (number, value)
            }
        };
        if let Some(taken) = taken {
            taken.insert(number);
        }
        Some(value)
    }

    /// Draws the items of a sequence.
    fn items(
        &mut self,
        ty: &Type,
        parameter: usize,
        indices: &mut Vec<i128>,
    ) -> Option<Vec<Value>> {
        let depth = indices.len();
        let length = Key {
            parameter,
            depth,
            column: None,
            is_length: true,
        };
        let least = self.bounds.get(length).0;
        let count = self.number(length, indices, &BTreeSet::new())?;
        let rules = self.item_rules(parameter, depth);
        let is_scalar = item_type(ty).is_none();
        let mut items = Vec::new();
        if let Some(first) = rules.permutation {
            items.extend((first..first + count).map(|it| Value::Integer(it as i64)));
            items.shuffle(&mut self.random);
        }
        let mut taken = rules.are_distinct.then(BTreeSet::new);
        let mut known = BTreeSet::new();
        for index in items.len() as i128..count {
            indices.push(index);
            let value = if is_scalar {
                self.scalar(ty, parameter, indices, &mut taken)
            } else {
                self.distinct(
                    ty,
                    parameter,
                    indices,
                    taken.is_some().then_some(&mut known),
                )
            };
            indices.pop();
            match value {
                Some(value) => items.push(value),
                // There may be no more different items.
                None if rules.are_distinct && index >= least => break,
                None => return None,
            }
        }
        let is_fixed = is_scalar
            && (self.related.contains(&(parameter, depth + 1, false))
                || depth > 0 && self.tuples.contains(&(parameter, depth)));
        let only_orders = rules.are_distinct || rules.permutation.is_some();
        if !is_fixed && (!only_orders || matches!(self.shape, Shape::Sorted | Shape::Reversed)) {
            self.shape.arrange(&mut items, &mut self.random, compare);
        }
        if rules.is_search_tree || rules.order.is_some() {
            items.sort_by(compare);
        }
        if rules.order.is_some_and(|order| order.is_descending) {
            items.reverse();
        }
        Some(items)
    }

    /// Draws an item, again while it is known. Returns `None` if none is found.
    fn distinct(
        &mut self,
        ty: &Type,
        parameter: usize,
        indices: &mut Vec<i128>,
        mut known: Option<&mut BTreeSet<String>>,
    ) -> Option<Value> {
        let shape = self.shape;
        let redraws = if known.is_some() { MAX_REDRAWS } else { 1 };
        let found = (0..redraws).find_map(|redraw| {
            if redraw > MAX_REDRAWS / 3 {
                self.shape = Shape::Large;
            }
            let value = self.value(ty, parameter, indices)?;
            let is_new = known
                .as_mut()
                .is_none_or(|known| known.insert(value.to_string()));
            is_new.then_some(value)
        });
        self.shape = shape;
        found
    }

    /// What rules demand of the items of a parameter at this depth.
    fn item_rules(&self, parameter: usize, depth: usize) -> ItemRules {
        let mut rules = ItemRules::default();
        for rule in self.constraints.rules() {
            let is_here = |it: &Quantity| it.parameter == parameter && it.indices.len() == depth;
            if !rule.quantity().is_some_and(is_here) {
                continue;
            }
            match rule {
                Rule::Distinct(_) => rules.are_distinct = true,
                Rule::Sorted(_, order) => {
                    rules.order = Some(*order);
                    rules.are_distinct |= order.is_strict;
                }
                Rule::Permutation(_, first) => rules.permutation = Some(*first),
                Rule::SearchTree(_) => {
                    rules.is_search_tree = true;
                    rules.are_distinct = true;
                }
                _ => {}
            }
        }
        rules
    }
}

fn has_variable(comparison: &Comparison) -> bool {
    let mut found = false;
    for side in comparison.sides() {
        side.walk(&mut |part| found |= matches!(part, Expression::Variable(_)));
    }
    found
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
