//! Parses the rules that one constraint line states.

use std::sync::LazyLock;

use regex::Regex;

use super::expression::{Comparison, Expression, Quantity, Relation};
use super::names::Names;
use super::phrases;
use super::rule::Rule;
use super::text::pattern;

/// Parses the rules of a line from which markup has been removed.
pub(super) fn rules(names: Names<'_>, line: &str) -> Option<Vec<Rule>> {
    static SUM: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(?:[01] <= )?sum\((.+)\) <= (.+)$"));
    let line = &SUM.replace(line, "the sum of $1 is at most $2");
    if let Some((row, columns)) = tuple(names, line) {
        let left = Expression::Quantity(row.length());
        let right = Expression::Number(columns.len() as i128);
        let comparison = Comparison::new(names.signature, left, Relation::Equal, right)?;
        return Some(vec![Rule::Compare(comparison)]);
    }
    chain_rules(names, line).or_else(|| phrases::sentence(names, line))
}

/// Parses a line that consists of chains of comparisons.
pub(super) fn chain_rules(names: Names<'_>, line: &str) -> Option<Vec<Rule>> {
    let chains = names.chains(line)?.into_iter();
    let rules = chains.flat_map(|comparison| match comparison.neighbours() {
        // In a definition such as `n == nums.length`, both sides are the same length.
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

/// Parses a line such as `edges[i] = [from_i, to_i]` into the row and the names of its items.
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
