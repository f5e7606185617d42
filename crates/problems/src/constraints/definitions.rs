//! Names that constraint lines define, such as `n` in `n == height.length`.

use std::collections::BTreeMap;
use std::iter;

use mousetrap_model::Signature;

use super::comparison::{Comparison, Relation};
use super::expression::{Expression, Quantity};
use super::line_parser::{parse_row, parse_rules};
use super::names::Names;
use super::rule::Rule;
use super::tokens::LazyRegex;

/// Adds to `defined` every name that a line defines using only parameters and names already known.
pub(super) fn add_defined_names(
    signature: &Signature,
    lines: &[&str],
    defined: &mut BTreeMap<String, Expression>,
) {
    let mut rows = Vec::new();
    for line in lines {
        let names = Names { signature, defined };
        let mut found = Vec::new();
        if let Some((row, columns)) = parse_row(names, line) {
            found.extend(items_by_name(&row, columns));
        }
        for rule in parse_rules(names, line).into_iter().flatten() {
            if let Rule::Compare(comparison) = rule {
                found.extend(comparison.as_definition());
                rows.extend(row_and_length(&comparison));
            }
        }
        add_definitions(signature, found, defined);
    }
    rows.dedup();
    let [(row, length)] = rows.as_slice() else {
        return;
    };
    // Either a single line or all lines together may name all items.
    for lines in iter::once(lines).chain(lines.chunks(1)) {
        let columns = column_names(Names { signature, defined }, lines);
        if columns.len() as i128 == *length {
            add_definitions(signature, items_by_name(row, columns), defined);
        }
    }
}

fn add_definitions(
    signature: &Signature,
    found: Vec<(String, Expression)>,
    defined: &mut BTreeMap<String, Expression>,
) {
    for (name, meaning) in found {
        let names = Names { signature, defined };
        if names.parameter_index(&name).is_none() {
            defined.entry(name).or_insert(meaning);
        }
    }
}

fn items_by_name(row: &Quantity, columns: Vec<String>) -> Vec<(String, Expression)> {
    let items = columns.into_iter().zip(0..).map(|(name, index)| {
        let item = row.clone().item(Expression::Number(index));
        (name, Expression::Quantity(item))
    });
    items.collect()
}

/// Returns the row and its length for a comparison such as `edges[i].length == 2`.
fn row_and_length(comparison: &Comparison) -> Option<(Quantity, i128)> {
    match (comparison.sides(), comparison.relation) {
        ([Expression::Quantity(length), Expression::Number(number)], Relation::Equal) => {
            let row = Quantity::parameter(length.parameter).items();
            (*length == row.clone().length()).then_some((row, *number))
        }
        _ => None,
    }
}

/// Returns undefined names that end in an index, such as `ai` and `bi`, and occur in comparisons.
/// The names are in order of first occurrence, which usually matches the order of a row's items.
fn column_names(names: Names<'_>, lines: &[&str]) -> Vec<String> {
    static COLUMN_NAME_PATTERN: LazyRegex = LazyRegex::new(r"\b[A-Za-z]\w*i\b");
    let mut columns = Vec::new();
    for line in lines.iter().filter(|it| names.parse_chains(it).is_some()) {
        for name in COLUMN_NAME_PATTERN.find_iter(line) {
            let name = name.as_str().replace('_', "");
            let is_known =
                names.parameter_index(&name).is_some() || names.defined.contains_key(&name);
            if !is_known && !columns.contains(&name) {
                columns.push(name);
            }
        }
    }
    columns
}
