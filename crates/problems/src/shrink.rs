//! Simpler cases on which a submission still fails.

use std::collections::BTreeSet;

use mousetrap_model::{Type, Value};
use sha2::{Digest as _, Sha256};

use crate::cases::lines;
use crate::constraints::Constraints;
use crate::constraints::evaluate::length;
use crate::constraints::expression::item_type;
use crate::generate::{Bounds, HUNDREDTHS, Key, tree};

/// Maximum number of cases that are tried.
const MAX_TRIES: usize = 2000;

/// Makes arguments on which something fails as simple as it can: removes items, columns and
/// subtrees, and moves numbers toward zero and letters toward the first one. `fails` tells
/// whether a simpler case still fails; it is called at most 2,000 times, only with arguments
/// that obey the constraints.
pub fn shrink(
    constraints: &Constraints,
    arguments: Vec<Value>,
    fails: &mut dyn FnMut(&[Value]) -> bool,
) -> Vec<Value> {
    let bounds = Bounds::new(constraints, usize::MAX >> 8);
    let mut search = Search {
        constraints,
        bounds,
        best: arguments,
        fails,
        tries: 0,
        tried: BTreeSet::new(),
    };
    loop {
        let before = search.best.clone();
        for (parameter, it) in constraints.signature.parameters.iter().enumerate() {
            search.shorten(parameter, &it.ty, &mut Vec::new());
        }
        search.lower_values();
        if search.best == before || search.tries >= MAX_TRIES {
            return search.best;
        }
    }
}

struct Search<'a> {
    constraints: &'a Constraints,
    bounds: Bounds<'a>,
    best: Vec<Value>,
    fails: &'a mut dyn FnMut(&[Value]) -> bool,
    tries: usize,
    /// Digests of all cases that were tried.
    tried: BTreeSet<[u8; 32]>,
}

impl Search<'_> {
    /// Keeps a case if it obeys the constraints and fails.
    fn accept(&mut self, mut case: Vec<Value>) -> bool {
        if case == self.best || self.tries >= MAX_TRIES {
            return false;
        }
        if self.constraints.check(&case).is_err() {
            self.repair(&mut case);
            if case == self.best || self.constraints.check(&case).is_err() {
                return false;
            }
        }
        // Removing any one of equal items gives the same case.
        if !self.tried.insert(Sha256::digest(lines(&case)).into()) {
            return false;
        }
        self.tries += 1;
        let is_failing = (self.fails)(&case);
        if is_failing {
            self.best = case;
        }
        is_failing
    }

    /// Moves numbers into the limits that the lengths of other arguments set.
    fn repair(&self, case: &mut [Value]) {
        let mut bounds = self.bounds.clone();
        for (parameter, value) in case.iter().enumerate() {
            if let Some(length) = length(value) {
                let key = Key::length(parameter, 0);
                bounds.restrict(key, (length as i128, length as i128));
            }
        }
        bounds.narrow_all();
        for (parameter, value) in case.iter_mut().enumerate() {
            let key = Key::value(parameter, 0);
            let (low, high) = bounds.get(key);
            if let Value::Integer(number) = value
                && low <= high
                && let Ok(nearest) = i64::try_from(i128::from(*number).clamp(low, high))
            {
                *number = nearest;
            }
        }
    }

    /// Removes items of a sequence, then of its items.
    fn shorten(&mut self, parameter: usize, ty: &Type, path: &mut Vec<usize>) {
        let Some(item) = item_type(ty) else {
            return;
        };
        if *ty == Type::TreeNode {
            return self.prune(parameter, path);
        }
        self.remove(parameter, path, false);
        if path.is_empty() && item_type(&item).is_some() && item != Type::TreeNode {
            self.remove(parameter, path, true);
        }
        let mut index = 0;
        while item_type(&item).is_some() && index < self.length_at(parameter, path) {
            path.push(index);
            self.shorten(parameter, &item, path);
            path.pop();
            index += 1;
        }
    }

    fn length_at(&mut self, parameter: usize, path: &[usize]) -> usize {
        part(&mut self.best[parameter], path)
            .and_then(|it| length(it))
            .unwrap_or_default()
    }

    /// Removes blocks of items, or of columns, from large to small.
    fn remove(&mut self, parameter: usize, path: &[usize], of_columns: bool) {
        let total = |search: &mut Self| {
            let path = if of_columns { &[0] } else { path };
            search.length_at(parameter, path)
        };
        let mut size = total(self);
        while size > 0 {
            let mut end = total(self);
            while end >= size && self.tries < MAX_TRIES {
                let (start, count) = (end - size, total(self));
                let mut alone = self.best.clone();
                if of_columns {
                    cut_columns(&mut alone[parameter], start, end);
                } else if let Some(whole) = part(&mut alone[parameter], path) {
                    cut(whole, start, end);
                }
                // Lengths may have to be equal: of other arguments, or of rows and columns.
                let mut with_others = alone.clone();
                for (other, value) in with_others.iter_mut().enumerate() {
                    let is_alike = other != parameter && length(value) == Some(count);
                    if is_alike && path.is_empty() && !of_columns {
                        cut(value, start, end);
                    }
                }
                let mut square = alone.clone();
                if path.is_empty() && !of_columns {
                    cut_columns(&mut square[parameter], start, end);
                }
                for case in [alone, with_others, square] {
                    if self.accept(case) {
                        break;
                    }
                }
                end -= 1.max(size / 2).min(end);
                end = end.min(total(self));
            }
            size /= 2;
        }
    }

    /// Removes subtrees, and nodes above a subtree.
    fn prune(&mut self, parameter: usize, path: &[usize]) {
        let mut node = 0;
        while let Some(Value::Array(nodes)) = part(&mut self.best[parameter], path) {
            let (children, values) = tree::read(nodes);
            if node >= values.len() || self.tries >= MAX_TRIES {
                break;
            }
            let [left, right] = children[node];
            let replacements = [None, left, right];
            let is_smaller = replacements.into_iter().any(|replacement| {
                let mut children = children.clone();
                for child in children
                    .iter_mut()
                    .flatten()
                    .filter(|it| **it == Some(node))
                {
                    *child = replacement;
                }
                let root = if node == 0 { replacement } else { Some(0) };
                let mut case = self.best.clone();
                if let Some(whole) = part(&mut case[parameter], path) {
                    *whole = tree::by_level(root, &children, &values);
                }
                self.accept(case)
            });
            node += usize::from(!is_smaller);
        }
    }

    /// Gives values the simplest allowed value: many at once, then one after another.
    fn lower_values(&mut self) {
        let mut places = Vec::new();
        for (parameter, value) in self.best.iter().enumerate() {
            leaves(value, &mut vec![parameter], &mut places);
        }
        let mut size = places.len();
        while size > 0 {
            for block in places.chunks(size) {
                let mut case = self.best.clone();
                for place in block {
                    self.simplify(&mut case, place);
                }
                if !self.accept(case) && size == 1 {
                    self.approach(&block[0]);
                }
            }
            size /= 2;
        }
    }

    /// The simplest value for a place, unless it has it already.
    fn simplest(&self, place: &[usize], value: &Value) -> Option<Value> {
        let (parameter, indices) = place.split_first()?;
        let column = indices.last().map(|&it| it as i128);
        let key = Key::value(*parameter, indices.len()).in_column(column);
        let letter = Key::value(*parameter, key.depth.saturating_sub(1));
        let letter = matches!(value, Value::String(_)).then_some(letter);
        let choices = self.bounds.choices(key);
        if let Some(choices) = choices.or_else(|| self.bounds.choices(letter?)) {
            return choices.first().cloned();
        }
        let (low, high) = self.bounds.get(key);
        let nearest = if low <= high { 0.clamp(low, high) } else { 0 };
        match value {
            Value::Integer(_) => i64::try_from(nearest).ok().map(Value::Integer),
            Value::Double(_) => Some(Value::Double(nearest as f64 / HUNDREDTHS as f64)),
            Value::Boolean(_) => Some(Value::Boolean(false)),
            _ => None,
        }
    }

    fn simplify(&self, case: &mut [Value], place: &[usize]) {
        let Some(value) = leaf(case, place) else {
            return;
        };
        if let Some(simplest) = self.simplest(place, &value) {
            set(case, place, simplest);
        }
    }

    /// Moves a number toward its simplest value, by bisection.
    fn approach(&mut self, place: &[usize]) {
        let Some(Value::Integer(mut failing)) = leaf(&self.best, place) else {
            return;
        };
        let Some(Value::Integer(mut passing)) = self.simplest(place, &Value::Integer(failing))
        else {
            return;
        };
        while passing.abs_diff(failing) > 1 {
            let middle = passing.midpoint(failing);
            let mut case = self.best.clone();
            set(&mut case, place, Value::Integer(middle));
            *(if self.accept(case) {
                &mut failing
            } else {
                &mut passing
            }) = middle;
        }
    }
}

/// The part of a value at these indices.
fn part<'a>(value: &'a mut Value, path: &[usize]) -> Option<&'a mut Value> {
    path.iter().try_fold(value, |value, &index| match value {
        Value::Array(items) => items.get_mut(index),
        _ => None,
    })
}

fn cut(value: &mut Value, start: usize, end: usize) {
    match value {
        Value::Array(items) => _ = items.drain(start.min(items.len())..end.min(items.len())),
        Value::String(text) => {
            let letters = text.chars().enumerate();
            let left = letters.filter(|(index, _)| *index < start || *index >= end);
            *text = left.map(|(_, letter)| letter).collect();
        }
        _ => {}
    }
}

fn cut_columns(value: &mut Value, start: usize, end: usize) {
    if let Value::Array(rows) = value {
        for row in rows {
            cut(row, start, end);
        }
    }
}

/// Adds the places of all values without items: parameter, indices.
fn leaves(value: &Value, place: &mut Vec<usize>, places: &mut Vec<Vec<usize>>) {
    let count = match value {
        Value::Null => return,
        Value::Array(items) => items.len(),
        Value::String(text) => text.chars().count(),
        _ => return places.push(place.clone()),
    };
    for index in 0..count {
        place.push(index);
        match value {
            Value::Array(items) => leaves(&items[index], place, places),
            _ => places.push(place.clone()),
        }
        place.pop();
    }
}

fn leaf(case: &[Value], place: &[usize]) -> Option<Value> {
    let (parameter, path) = place.split_first()?;
    let mut value = case.get(*parameter)?;
    for &index in path {
        value = match value {
            Value::Array(items) => items.get(index)?,
            Value::String(text) => return Some(Value::String(text.chars().nth(index)?.into())),
            _ => return None,
        };
    }
    Some(value.clone())
}

fn set(case: &mut [Value], place: &[usize], new: Value) {
    let path = &place[1..];
    if let Some(value) = part(&mut case[place[0]], path) {
        *value = new;
    } else if let (Some((&index, path)), Value::String(letter)) = (path.split_last(), new)
        && let Some(Value::String(text)) = part(&mut case[place[0]], path)
    {
        let letters = text.chars().enumerate();
        let changed = letters.map(|(at, old)| {
            if at == index {
                letter.clone()
            } else {
                old.into()
            }
        });
        *text = changed.collect();
    }
}
