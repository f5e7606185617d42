//! Draws of values from the items up.

use std::collections::BTreeSet;

use mousetrap_model::{Type, Value};
use rand::seq::SliceRandom as _;

use super::bounds::{HUNDREDTHS, Key};
use super::draw::{Draw, MAX_COLUMNS};
use super::numbers::MAX_REDRAWS;
use super::shape::Shape;
use super::tree;
use crate::constraints::expression::{Quantity, item_type};
use crate::constraints::rule::{Order, Rule, compare};

/// What rules demand of the items of a sequence.
#[derive(Default)]
struct ItemRules {
    are_distinct: bool,
    order: Option<Order>,
    permutation: Option<i128>,
    is_search_tree: bool,
}

impl Draw<'_> {
    pub(super) fn value(
        &mut self,
        ty: &Type,
        parameter: usize,
        indices: &mut Vec<i128>,
    ) -> Option<Value> {
        let Some(item) = item_type(ty) else {
            return self.scalar(ty, parameter, indices, &mut None);
        };
        let key = Key::value(parameter, indices.len());
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
        let key = Key::value(parameter, indices.len()).in_column(column);
        let cached = key.in_column(column.filter(|&it| it < MAX_COLUMNS));
        let bounds = &self.bounds;
        let choices = self.choices.entry(cached).or_insert_with(|| match ty {
            Type::Boolean => Some(vec![Value::Boolean(false), Value::Boolean(true)]),
            _ => bounds.choices(key),
        });
        let none = BTreeSet::new();
        let known = taken.as_ref().unwrap_or(&none);
        let (number, value) = if let Some(values) = choices.take() {
            let last = (values.len() as i128)
                .checked_sub(1)
                .filter(|&it| it >= 0)?;
            let mut number = self.choose_number((0, last));
            for _ in 0..=last {
                if known.contains(&number) {
                    number = (number + 1) % (last + 1);
                }
            }
            let value = values[number as usize].clone();
            self.choices.insert(cached, Some(values));
            ((!known.contains(&number)).then_some(number)?, value)
        } else {
            let number = self.number(key, indices, known)?;
            let value = match ty {
                Type::Double => Value::Double(number as f64 / HUNDREDTHS as f64),
                _ => Value::Integer(i64::try_from(number).ok()?),
            };
            (number, value)
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
        let length = Key::length(parameter, depth);
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
            let is_fixed = matches!(shape, Shape::Minimum | Shape::Maximum | Shape::Zeros);
            if redraw > MAX_REDRAWS / 3 || is_fixed && redraw > 0 {
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
