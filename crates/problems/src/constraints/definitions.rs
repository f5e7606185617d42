//! Names that constraint lines define, such as `n` in `n == height.length`.

use std::collections::BTreeSet;
use std::iter;

use super::comparison::{Comparison, Relation};
use super::expression::{Expression, Quantity};
use super::parser::NameTable;
use super::phrases::{parse_row, parse_rules};
use super::rule::Rule;

impl NameTable<'_> {
    /// Adds every name that a line defines using only parameters and names already known.
    pub(super) fn add_defined_names(&mut self, lines: &[&str]) {
        let mut rows = Vec::new();
        for line in lines {
            let mut found = Vec::new();
            if let Some((row, columns)) = parse_row(self, line) {
                found.extend(items_by_name(&row, columns));
            }
            for rule in parse_rules(self, line).into_iter().flatten() {
                if let Rule::Compare(comparison) = rule {
                    found.extend(comparison.as_definition());
                    rows.extend(row_and_length(&comparison));
                }
            }
            self.define(found);
        }
        rows.dedup();
        for is_matrix in [true, false] {
            let mut rows = rows
                .iter()
                .filter(|(row, _)| row.indices.is_empty() != is_matrix);
            let (Some((row, length)), None) = (rows.next(), rows.next()) else {
                continue;
            };
            // Either a single line or all lines together may name all items.
            for lines in lines.chunks(1).chain(iter::once(lines)) {
                let columns = column_names(self, lines, is_matrix);
                if columns.len() as i128 == *length {
                    self.define(items_by_name(row, columns));
                }
            }
        }
    }

    fn define(&mut self, found: Vec<(String, Expression)>) {
        for (name, meaning) in found {
            if self.parameter_index(&name).is_none() {
                self.defined.entry(name).or_insert(meaning);
            }
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

/// Returns the row and its length for a comparison such as `edges[i].length == 2` or
/// `interval.length == 2`.
fn row_and_length(comparison: &Comparison) -> Option<(Quantity, i128)> {
    match (comparison.sides(), comparison.relation) {
        ([Expression::Quantity(length), Expression::Number(number)], Relation::Equal) => {
            let array = Quantity::parameter(length.parameter);
            let mut rows = [array.clone(), array.items()].into_iter();
            let row = rows.find(|row| *length == row.clone().length())?;
            Some((row, *number))
        }
        _ => None,
    }
}

/// Returns the undefined names of two or more letters that occur in comparisons. The names are in
/// order of first occurrence, which usually matches the order of a row's items. If `is_matrix` is
/// set, returns only names that end in the index `i`, such as `ai`, because these name the items of
/// a matrix row; otherwise, returns only the other names. Returns no names if their order is
/// unclear: with `xi < ai` and `yi < bi`, a row can be `[xi, ai, yi, bi]` or `[xi, yi, ai, bi]`.
pub(super) fn column_names(names: &NameTable<'_>, lines: &[&str], is_matrix: bool) -> Vec<String> {
    let chains = lines.iter().filter_map(|line| names.parse_chains(line));
    let is_column = |name: &&str| name.len() > 1 && name.ends_with('i') == is_matrix;
    let mut columns: Vec<String> = Vec::new();
    let mut chains_with_order = 0;
    for chain in chains {
        let known = columns.len();
        let sides = chain.iter().flat_map(Comparison::sides);
        let unknowns = sides.flat_map(Expression::unknowns).filter(is_column);
        columns.extend(unknowns.map(str::to_owned));
        let mut seen = BTreeSet::new();
        columns.retain(|name| seen.insert(name.clone()));
        let is_order = |it: &Comparison| {
            let are_unknown = it.sides().map(|side| !side.unknowns().is_empty());
            it.relation != Relation::NotEqual && are_unknown == [true; 2]
        };
        chains_with_order += usize::from(columns.len() > known && chain.iter().any(is_order));
    }
    if chains_with_order > 1 {
        columns.clear();
    }
    columns
}
