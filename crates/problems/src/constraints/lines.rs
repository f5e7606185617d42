//! The rules of one line.

use std::sync::LazyLock;

use regex::Regex;

use super::expression::{Comparison, Expression, Quantity, Relation};
use super::names::Names;
use super::phrases;
use super::rule::Rule;
use super::text::pattern;

/// Reads the rules of a clean line.
pub(super) fn rules(names: Names<'_>, line: &str) -> Option<Vec<Rule>> {
    if let Some((row, columns)) = tuple(names, line) {
        let left = Expression::Quantity(row.length());
        let right = Expression::Number(columns.len() as i128);
        let comparison = Comparison::new(names.signature, left, Relation::Equal, right)?;
        return Some(vec![Rule::Compare(comparison)]);
    }
    chain_rules(names, line).or_else(|| phrases::sentence(names, line))
}

/// Reads a line of chains.
pub(super) fn chain_rules(names: Names<'_>, line: &str) -> Option<Vec<Rule>> {
    let chains = names.chains(line)?.into_iter();
    let rules = chains.flat_map(|comparison| match comparison.neighbours() {
        // A definition such as `n == nums.length` compares a length with itself.
        _ if comparison.relation == Relation::Equal && comparison.left == comparison.right => {
            Vec::new()
        }
        Some((sequence, _)) if comparison.relation == Relation::Less => {
            vec![Rule::Compare(comparison), Rule::Distinct(sequence)]
        }
        _ => vec![Rule::Compare(comparison)],
    });
    Some(rules.collect())
}

/// Reads a line such as `edges[i] = [from_i, to_i]`: the row, and the names of its items.
pub(super) fn tuple(names: Names<'_>, line: &str) -> Option<(Quantity, Vec<String>)> {
    static TUPLE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"^(\w+)\[\w+\] ?(?:==?|:) ?[\[(] ?([A-Za-z_]\w*(?: ?, ?[A-Za-z_]\w*)+) ?[\])]$")
    });
    let found = TUPLE.captures(line)?;
    let row = Quantity::parameter(names.parameter(&found[1])?).each();
    row.clone().each().ty(names.signature)?;
    let columns = found[2].split(',').map(|name| name.trim().replace('_', ""));
    Some((row, columns.collect()))
}
