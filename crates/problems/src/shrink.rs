//! Shrinks a case on which a submission fails.

use std::collections::BTreeSet;
use std::ops::Range;

use mousetrap_model::{Type, Value};
use sha2::{Digest as _, Sha256};

use crate::cases::format_arguments;
use crate::constraints::Constraints;
use crate::constraints::argument_parts::{count_items, set_part};
use crate::constraints::expression::{Expression, Quantity, item_type};
use crate::constraints::intervals::KnownIntervals as _;
use crate::constraints::rule::Rule;
use crate::generate::{Bounds, tree};

/// Simplifies failing arguments as far as possible. Removes items, columns and subtrees, and moves
/// numbers toward zero and letters toward the first allowed one. `fails` returns whether simpler
/// arguments obey the constraints and still fail, or `None` to stop.
pub fn shrink(
    constraints: &Constraints,
    arguments: Vec<Value>,
    fails: &mut dyn FnMut(&[Value]) -> Option<bool>,
) -> Vec<Value> {
    let mut shrinker = Shrinker {
        constraints,
        bounds: Bounds::new(constraints, Some(u32::MAX.into())),
        simplest: arguments,
        fails,
        is_stopped: false,
        tried: BTreeSet::new(),
    };
    loop {
        let before = shrinker.simplest.clone();
        shrinker.remove_items();
        shrinker.simplify_values();
        if shrinker.simplest == before || shrinker.is_stopped {
            return shrinker.simplest;
        }
    }
}

struct Shrinker<'a> {
    constraints: &'a Constraints,
    bounds: Bounds<'a>,
    simplest: Vec<Value>,
    fails: &'a mut dyn FnMut(&[Value]) -> Option<bool>,
    is_stopped: bool,
    /// Digests of all cases tried so far.
    tried: BTreeSet<[u8; 32]>,
}

impl Shrinker<'_> {
    /// Replaces the simplest failing case with this candidate if the candidate is valid and still
    /// fails. Returns whether it was replaced.
    fn accept_if_failing(&mut self, case: Vec<Value>) -> bool {
        if self.is_stopped || case == self.simplest {
            return false;
        }
        // A case can recur: removing either of two equal neighbors gives the same case.
        let digest = Sha256::digest(format_arguments(&case)).into();
        if !self.tried.insert(digest) {
            return false;
        }
        let fails = (self.fails)(&case);
        self.is_stopped = fails.is_none();
        let is_failing = fails == Some(true);
        if is_failing {
            self.simplest = case;
        }
        is_failing
    }

    /// For each comparison that does not hold, changes one number to the nearest value with which it
    /// holds.
    fn correct_numbers(&self, case: &mut [Value]) {
        for comparison in self.constraints.comparisons() {
            let scope = self.constraints.scope(case, &[]);
            if Rule::Compare(comparison.clone()).violation(scope).is_none() {
                continue;
            }
            for variables in scope.bindings(&comparison.quantities()) {
                let scope = self.constraints.scope(case, &variables);
                if scope.holds(comparison) {
                    continue;
                }
                let mut implied = scope.implied_intervals(comparison).into_iter();
                let corrected = implied.find_map(|(quantity, (low, high))| {
                    let Value::Integer(number) = *scope.value(&quantity)? else {
                        return None;
                    };
                    let number = i64::try_from(high.min(low.max(number.into()))).ok()?;
                    Some((scope.resolve_indices(&quantity)?, Value::Integer(number)))
                });
                if let Some((place, number)) = corrected {
                    set_part(case, &place, number);
                }
            }
        }
    }

    fn item_count(&self, place: &Quantity) -> Option<usize> {
        self.bounds.ty(place).and_then(item_type)?;
        count_items(&*self.constraints.scope(&self.simplest, &[]).value(place)?)
    }

    /// Returns all parts of the simplest failing case, with the number of items of each sequence.
    /// In the returned list, each sequence precedes its items.
    fn all_parts(&self) -> Vec<(Quantity, Option<usize>)> {
        let mut places: Vec<_> = (0..self.simplest.len()).map(Quantity::parameter).collect();
        let mut next = 0;
        while let Some(place) = places.get(next).cloned() {
            let indices = 0..self.item_count(&place).unwrap_or_default() as i128;
            places.extend(indices.map(|index| place.clone().item(Expression::Number(index))));
            next += 1;
        }
        places.retain(|place| {
            self.constraints
                .scope(&self.simplest, &[])
                .value(place)
                .is_some()
        });
        let counts: Vec<_> = places.iter().map(|place| self.item_count(place)).collect();
        places.into_iter().zip(counts).collect()
    }

    /// Removes blocks of items from each sequence, large blocks first.
    fn remove_items(&mut self) {
        for (sequence, _) in self.all_parts().into_iter().filter(|it| it.1.is_some()) {
            let count = |shrinker: &Self| shrinker.item_count(&sequence).unwrap_or_default();
            let mut size = count(self);
            while size > 0 {
                let mut end = count(self);
                while end >= size && !self.is_stopped {
                    self.remove_block(&sequence, end - size..end);
                    end = count(self).min(end - end.min(1.max(size / 2)));
                }
                size -= size.div_ceil(3);
            }
        }
    }

    /// Tries to remove a block of items in three ways, and stops at the first that succeeds:
    ///
    /// 1. from the given sequence only;
    /// 2. from every sequence of the same length at the same depth of the argument (for a matrix,
    ///    this removes columns);
    /// 3. from every sequence of the same length in any argument.
    ///
    /// Each removal is tried twice: by itself, and with corrected numbers, such as a smaller `k` in
    /// `k < nums.length`.
    fn remove_block(&mut self, sequence: &Quantity, removed: Range<usize>) {
        let count = self.item_count(sequence);
        let alike = self.all_parts().into_iter().filter(|it| it.1 == count);
        let everywhere: Vec<Quantity> = alike.map(|(place, _)| place).collect();
        let columns = everywhere
            .iter()
            .filter(|it| it.has_same_depth_as(sequence))
            .cloned()
            .collect();
        let ways = [vec![sequence.clone()], columns, everywhere];
        let ways = ways.iter().flat_map(|way| [(way, false), (way, true)]);
        let mut seen = Vec::new();
        for (sequences, with_correction) in ways {
            let mut case = self.simplest.clone();
            // Shorten rows before the sequences that contain the rows.
            for sequence in sequences.iter().rev() {
                let old = self.constraints.scope(&case, &[]).value(sequence);
                let new = old
                    .and_then(|old| self.sequence_after_removal(sequence, &old, removed.clone()));
                if let Some(new) = new {
                    set_part(&mut case, sequence, new);
                }
            }
            if with_correction {
                self.correct_numbers(&mut case);
            }
            if !seen.contains(&case) {
                seen.push(case.clone());
                if self.accept_if_failing(case) {
                    break;
                }
            }
        }
    }

    /// Removes items from a sequence; returns `None` if the sequence encodes a tree and the result
    /// would not be a valid tree.
    fn sequence_after_removal(
        &self,
        place: &Quantity,
        sequence: &Value,
        removed: Range<usize>,
    ) -> Option<Value> {
        let is_tree = self.bounds.ty(place) == Some(&Type::TreeNode);
        match sequence {
            Value::Array(nodes) if is_tree => tree::remove_nodes(nodes, removed),
            Value::Array(items) => Some(Value::Array(
                [&items[..removed.start], &items[removed.end..]].concat(),
            )),
            Value::String(text) => {
                let letters = text.chars().enumerate();
                let kept = letters.filter(|(index, _)| !removed.contains(index));
                Some(Value::String(kept.map(|(_, letter)| letter).collect()))
            }
            _ => None,
        }
    }

    /// Replaces values with the simplest allowed values, first many at once, then one by one.
    fn simplify_values(&mut self) {
        let places = self.all_parts().into_iter().filter(|it| it.1.is_none());
        let places: Vec<Quantity> = places.map(|(place, _)| place).collect();
        let mut size = places.len();
        while size > 0 {
            for block in places.chunks(size) {
                if self.is_stopped {
                    return;
                }
                let mut case = self.simplest.clone();
                for place in block {
                    let (low, high) = self.bounds.encoded_interval(place);
                    if let Some(value) = self.bounds.decode_value(place, 0.min(high).max(low)) {
                        set_part(&mut case, place, value);
                    }
                }
                if !self.accept_if_failing(case) && size == 1 {
                    self.bisect_toward_simplest_value(&block[0]);
                }
            }
            size /= 2;
        }
    }

    /// Moves a value toward its simplest allowed value by bisection.
    fn bisect_toward_simplest_value(&mut self, place: &Quantity) {
        let (low, high) = self.bounds.encoded_interval(place);
        let scope = self.constraints.scope(&self.simplest, &[]);
        let value = scope.value(place);
        let encoded = value.and_then(|value| self.bounds.encode_value(place, &value));
        let Some(mut failing) = encoded else {
            return;
        };
        let mut passing = 0.min(high).max(low);
        while passing.abs_diff(failing) > 1 {
            let middle = passing.midpoint(failing);
            let mut case = self.simplest.clone();
            if let Some(value) = self.bounds.decode_value(place, middle) {
                set_part(&mut case, place, value);
            }
            if self.accept_if_failing(case) {
                failing = middle;
            } else {
                passing = middle;
            }
        }
    }
}
