//! Names that constraint lines define, such as `n` in `n == height.length`.

use std::collections::BTreeMap;

use mousetrap_model::Signature;

use super::expression::{Comparison, Expression, Index, Quantity, Relation};
use super::lines::{rules, tuple};
use super::names::Names;
use super::rule::Rule;

/// Names of two items of a row, in their usual order.
const USUAL_PAIRS: [(&str, &str); 9] = [
    ("start", "end"),
    ("left", "right"),
    ("l", "r"),
    ("from", "to"),
    ("low", "high"),
    ("lo", "hi"),
    ("a", "b"),
    ("u", "v"),
    ("x", "y"),
];

/// Adds the names that the lines define with the help of names that are already known.
pub(super) fn define(
    signature: &Signature,
    lines: &[&str],
    defined: &mut BTreeMap<String, Expression>,
) {
    let mut rows = Vec::new();
    for line in lines {
        let names = Names { signature, defined };
        let mut found = Vec::new();
        if let Some((row, columns)) = tuple(names, line) {
            found.extend(named_items(&row, columns));
        }
        for rule in rules(names, line).into_iter().flatten() {
            if let Rule::Compare(comparison) = rule {
                found.extend(comparison.definition());
                rows.extend(row_of_length(&comparison));
            }
        }
        add(signature, found, defined);
    }
    rows.dedup();
    let [(row, length)] = rows.as_slice() else {
        return;
    };
    for line in lines {
        let names = Names { signature, defined };
        let chains = names.chains(line).unwrap_or_default();
        let columns = columns(&chains).filter(|columns| columns.len() as i128 == *length);
        let found = columns
            .into_iter()
            .flat_map(|columns| named_items(row, columns));
        add(signature, found.collect(), defined);
    }
}

fn add(
    signature: &Signature,
    found: Vec<(String, Expression)>,
    defined: &mut BTreeMap<String, Expression>,
) {
    for (name, meaning) in found {
        let names = Names { signature, defined };
        if names.parameter(&name).is_none() && !defined.contains_key(&name) {
            defined.insert(name, meaning);
        }
    }
}

fn named_items(row: &Quantity, columns: Vec<String>) -> Vec<(String, Expression)> {
    let items = columns.into_iter().enumerate().map(|(index, name)| {
        let mut item = row.clone();
        item.indices
            .push(Index::At(Box::new(Expression::Number(index as i128))));
        (name, Expression::Quantity(item))
    });
    items.collect()
}

/// Reads `edges[i].length == 2`.
fn row_of_length(comparison: &Comparison) -> Option<(Quantity, i128)> {
    match (comparison.sides(), comparison.relation) {
        ([Expression::Quantity(row), Expression::Number(length)], Relation::Equal)
            if row.is_length && matches!(row.indices[..], [Index::Each { .. }]) =>
        {
            let row = Quantity::parameter(row.parameter).each(0);
            Some((row, *length))
        }
        _ => None,
    }
}

/// Returns the undefined names with an index, such as `ai` and `bi`, if the line shows their
/// order in a row: it treats all alike, or they are a usual pair.
fn columns(chain: &[Comparison]) -> Option<Vec<String>> {
    let mut columns: Vec<String> = Vec::new();
    let sides = chain.iter().flat_map(Comparison::sides);
    for name in sides.flat_map(Expression::unknowns) {
        name.strip_suffix('i').filter(|base| !base.is_empty())?;
        if !columns.iter().any(|known| known == name) {
            columns.push(name.to_owned());
        }
    }
    let bounds_of = |name: &String| -> Vec<_> {
        let unknown = Expression::Unknown(name.clone());
        let bounds = chain.iter().flat_map(|it| {
            let bound = |other, is_lower| (other, it.relation, is_lower);
            let lower = (it.right == unknown).then(|| bound(&it.left, true));
            lower
                .into_iter()
                .chain((it.left == unknown).then(|| bound(&it.right, false)))
        });
        bounds.collect()
    };
    let first = bounds_of(columns.first()?);
    let are_alike = columns.iter().all(|name| bounds_of(name) == first);
    let is_usual = match columns.as_slice() {
        [first, second] => USUAL_PAIRS.iter().any(|(low, high)| {
            first.strip_suffix('i') == Some(low) && second.strip_suffix('i') == Some(high)
        }),
        _ => false,
    };
    (are_alike || is_usual).then_some(columns)
}
