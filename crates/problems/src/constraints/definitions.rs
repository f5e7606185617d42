//! Names that constraint lines define, such as `n` in `n == height.length`.

use std::collections::BTreeMap;
use std::iter;
use std::sync::LazyLock;

use mousetrap_model::Signature;
use regex::Regex;

use super::expression::{Comparison, Expression, Quantity, Relation};
use super::lines::{rules, tuple};
use super::names::Names;
use super::rule::Rule;
use super::text::pattern;

/// Adds the names that the lines define in terms of names that are already known.
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
    // A single line may name all items, or all lines together.
    for lines in iter::once(lines).chain(lines.chunks(1)) {
        let columns = columns(Names { signature, defined }, lines);
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

/// Returns the row and its length for a comparison such as `edges[i].length == 2`.
fn row_of_length(comparison: &Comparison) -> Option<(Quantity, i128)> {
    match (comparison.sides(), comparison.relation) {
        ([Expression::Quantity(length), Expression::Number(number)], Relation::Equal) => {
            let row = Quantity::parameter(length.parameter).each();
            (*length == row.clone().length()).then_some((row, *number))
        }
        _ => None,
    }
}

/// Returns undefined names with an index, such as `ai` and `bi`, that occur in comparisons.
/// Problems mention them in the order of the items in a row.
fn columns(names: Names<'_>, lines: &[&str]) -> Vec<String> {
    static COLUMN: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b[A-Za-z]\w*i\b"));
    let mut columns = Vec::new();
    for line in lines.iter().filter(|line| names.chains(line).is_some()) {
        for name in COLUMN.find_iter(line) {
            let name = name.as_str().replace('_', "");
            let is_known = names.parameter(&name).is_some() || names.defined.contains_key(&name);
            if !is_known && !columns.contains(&name) {
                columns.push(name);
            }
        }
    }
    columns
}
