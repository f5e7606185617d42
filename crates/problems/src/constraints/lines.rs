//! The rules of one line.

use std::sync::LazyLock;

use regex::Regex;

use super::expression::{Comparison, Expression, Index, Quantity, Relation};
use super::names::Names;
use super::phrases;
use super::rule::{Order, Rule};
use super::text::pattern;

/// Reads the rules of a clean line.
pub(super) fn rules(names: Names<'_>, line: &str) -> Option<Vec<Rule>> {
    if let Some((row, columns)) = tuple(names, line) {
        let left = Expression::Quantity(row.length());
        let right = Expression::Number(columns.len() as i128);
        let relation = Relation::Equal;
        return Some(vec![Rule::Compare(Comparison::new(left, relation, right))]);
    }
    let Some(chains) = names.chains(line) else {
        return phrases::sentence(names, line);
    };
    let rules = chains
        .into_iter()
        .map(|comparison| match neighbours(&comparison) {
            Some(sorted) => sorted,
            None => Rule::Compare(comparison),
        });
    // A definition such as `n == nums.length` compares a length with itself.
    let is_trivial = |rule: &Rule| match rule {
        Rule::Compare(it) => it.relation == Relation::Equal && it.left == it.right,
        _ => false,
    };
    Some(rules.filter(|rule| !is_trivial(rule)).collect())
}

/// Reads `nums[i] < nums[i + 1]` as an order.
fn neighbours(comparison: &Comparison) -> Option<Rule> {
    let [Expression::Quantity(left), Expression::Quantity(right)] = comparison.sides() else {
        return None;
    };
    let (Some(Index::Each { variable, offset }), Some(next)) =
        (left.indices.last(), right.indices.last())
    else {
        return None;
    };
    let step = |by| Index::Each {
        variable: *variable,
        offset: offset + by,
    };
    let is_descending = *next == step(-1);
    let is_next = is_descending || *next == step(1);
    let is_strict = match comparison.relation {
        Relation::Less => true,
        Relation::LessOrEqual => false,
        _ => return None,
    };
    let mut container = left.clone();
    container.indices.pop();
    let is_one = right.parameter == left.parameter
        && right.indices[..right.indices.len() - 1] == container.indices[..];
    let is_sequence = is_next && is_one && !left.is_length && !right.is_length;
    is_sequence.then_some(Rule::Sorted(
        container,
        Order {
            is_descending,
            is_strict,
        },
    ))
}

/// Reads a line such as `edges[i] = [from_i, to_i]`: the row, and the names of its items.
pub(super) fn tuple(names: Names<'_>, line: &str) -> Option<(Quantity, Vec<String>)> {
    static TUPLE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"^(\w+)\[\w+\] ?(?:==?|:) ?[\[(] ?([A-Za-z_]\w*(?: ?, ?[A-Za-z_]\w*)+) ?[\])]$")
    });
    let found = TUPLE.captures(line)?;
    let row = Quantity::parameter(names.parameter(&found[1])?).each(0);
    row.clone().each(1).ty(names.signature)?;
    let columns = found[2].split(',').map(|name| name.trim().replace('_', ""));
    Some((row, columns.collect()))
}
