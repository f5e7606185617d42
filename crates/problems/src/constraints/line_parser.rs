//! Parses the rules that one constraint line states.

use super::comparison::{Comparison, Relation};
use super::comparison_chain::parse_chain_rules;
use super::expression::{Expression, Quantity};
use super::names::Names;
use super::patterns::LazyRegex;
use super::phrases;
use super::rule::Rule;

/// Parses a normalized constraint line.
pub(super) fn parse_rules(names: Names<'_>, line: &str) -> Option<Vec<Rule>> {
    if let Some((row, columns)) = parse_row(names, line) {
        let left = Expression::Quantity(row.length());
        let right = Expression::Number(columns.len() as i128);
        let comparison = Comparison::new(names.signature, left, Relation::Equal, right)?;
        return Some(vec![Rule::Compare(comparison)]);
    }
    parse_chain_rules(names, line).or_else(|| phrases::parse_sentence(names, line))
}

/// Parses a line such as `edges[i] = [from_i, to_i]` or `interval = [start, end]` into the row and
/// the names of its items.
pub(super) fn parse_row(names: Names<'_>, line: &str) -> Option<(Quantity, Vec<String>)> {
    static ROW_PATTERN: LazyRegex = LazyRegex::new(
        r"^(\w+)(\[\w+\])? ?(?:==?|:) ?[\[(] ?([A-Za-z_]\w*(?: ?, ?[A-Za-z_]\w*)+) ?[\])]$",
    );
    let found = ROW_PATTERN.captures(line)?;
    let parameter = Quantity::parameter(names.parameter_index(&found[1])?);
    let row = match found.get(2) {
        Some(_) => parameter.items(),
        None => parameter,
    };
    row.clone().items().ty(names.signature)?;
    let columns = found[3].split(',').map(|name| name.trim().replace('_', ""));
    Some((row, columns.collect()))
}
