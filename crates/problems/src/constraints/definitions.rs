//! Names that constraint lines define, such as `n` in `n == height.length`.

use std::collections::BTreeMap;

use mousetrap_model::Signature;

use super::expression::{Comparison, Expression, Quantity, Relation};
use super::lines::{rules, tuple};
use super::names::Names;
use super::rule::Rule;

/// Names of two items of a row, in their usual order.
const USUAL_PAIRS: [[&str; 2]; 9] = [
    ["starti", "endi"],
    ["lefti", "righti"],
    ["li", "ri"],
    ["fromi", "toi"],
    ["lowi", "highi"],
    ["loi", "hii"],
    ["ai", "bi"],
    ["ui", "vi"],
    ["xi", "yi"],
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
        let columns = columns(&names.chains(line).unwrap_or_default());
        if columns.len() as i128 == *length {
            add(signature, named_items(row, columns), defined);
        }
    }
}

fn add(
    signature: &Signature,
    found: Vec<(String, Expression)>,
    defined: &mut BTreeMap<String, Expression>,
) {
    for (name, meaning) in found {
        let names = Names { signature, defined };
        if names.parameter(&name).is_none() {
            defined.entry(name).or_insert(meaning);
        }
    }
}

fn named_items(row: &Quantity, columns: Vec<String>) -> Vec<(String, Expression)> {
    let items = columns.into_iter().zip(0..).map(|(name, index)| {
        let item = row.clone().item(Expression::Number(index));
        (name, Expression::Quantity(item))
    });
    items.collect()
}

/// Reads `edges[i].length == 2`.
fn row_of_length(comparison: &Comparison) -> Option<(Quantity, i128)> {
    match (comparison.sides(), comparison.relation) {
        ([Expression::Quantity(length), Expression::Number(number)], Relation::Equal) => {
            let row = Quantity::parameter(length.parameter).each();
            (*length == row.clone().length()).then_some((row, *number))
        }
        _ => None,
    }
}

/// Returns the undefined names with an index, such as `ai` and `bi`, if the line shows their
/// order in a row: it treats all alike, or they are a usual pair.
fn columns(chain: &[Comparison]) -> Vec<String> {
    let mut columns: Vec<String> = Vec::new();
    for name in chain
        .iter()
        .flat_map(Comparison::sides)
        .flat_map(Expression::unknowns)
    {
        if name.len() < 2 || !name.ends_with('i') {
            return Vec::new();
        }
        if !columns.iter().any(|known| known == name) {
            columns.push(name.to_owned());
        }
    }
    // The comparisons with a name, in which a placeholder takes its place.
    let limits = |name: &String| -> Vec<Comparison> {
        let replaced = |side: &Expression| match side {
            Expression::Unknown(it) if it == name => Expression::Variable(0),
            _ => side.clone(),
        };
        let replaced = chain.iter().map(|it| Comparison {
            left: replaced(&it.left),
            right: replaced(&it.right),
            ..it.clone()
        });
        let placeholder = Expression::Variable(0);
        replaced
            .filter(|it| it.sides().contains(&&placeholder))
            .collect()
    };
    let mut all = columns.iter().map(limits);
    let first = all.next();
    let are_alike = all.all(|limits| Some(limits) == first);
    let is_usual = USUAL_PAIRS.iter().any(|pair| *pair == columns[..]);
    columns.truncate(if are_alike || is_usual {
        columns.len()
    } else {
        0
    });
    columns
}
