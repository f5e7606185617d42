//! Parses sentences that require the rows of a matrix to differ in some of their named columns, such
//! as `All the pairs (ui, vi) are unique` or `There are no repeated edges`.

use super::expression::{Expression, Quantity};
use super::parser::NameTable;
use super::patterns::LazyRegex;
use super::rule::{DistinctPart, Rule};

/// Parses a sentence about distinct columns. Returns `None` unless other lines name the columns.
pub(super) fn parse_distinct_rows(names: &NameTable<'_>, line: &str) -> Option<Rule> {
    static COLUMNS_PATTERN: LazyRegex = LazyRegex::new(
        r"(?i)^(?:(?:all|the|each|every) )*(?:pairs? [\[(](\w+), (\w+)[\])]|values? (?:of|in) (\w+)|(\w+)) (?:is|are) (?:pairwise )?(?:unique|distinct|different)$",
    );
    static EDGES_PATTERN: LazyRegex = LazyRegex::new(
        r"(?i)^there (?:(?:are|is|will be) no (?:repeated|duplicated?|multiple|parallel) (\w+)|(?:is|are|will be) at most one (\w+) (?:between|connecting) (?:every|any|each) (?:two|pair of) \w+)$",
    );
    static DIRECTED_EDGES_PATTERN: LazyRegex = LazyRegex::new(
        r"(?i)^there (?:are no|will not be any) multiple (flights) between (?:any )?two \w+$",
    );
    if let Some(found) = COLUMNS_PATTERN.captures(line) {
        let columns = found.iter().skip(1).flatten();
        let columns = columns.map(|name| column_with_name(names, name.as_str()));
        let columns: Vec<_> = columns.collect::<Option<_>>()?;
        let rows = columns[0].0.clone();
        let are_in_one_row = columns.iter().all(|(others, _)| *others == rows);
        let columns = columns.into_iter().map(|(_, column)| column).collect();
        return are_in_one_row.then_some(Rule::Distinct(rows, DistinctPart::Columns(columns)));
    }
    let (part, found) = match DIRECTED_EDGES_PATTERN.captures(line) {
        Some(found) => (DistinctPart::Columns(vec![0, 1]), found),
        None => (DistinctPart::UnorderedPair, EDGES_PATTERN.captures(line)?),
    };
    let noun = found.iter().skip(1).flatten().next()?;
    Some(Rule::Distinct(
        find_edge_matrix(names, noun.as_str())?,
        part,
    ))
}

/// Returns the rows that have a column with this name, and the column's index.
fn column_with_name(names: &NameTable<'_>, name: &str) -> Option<(Quantity, usize)> {
    let Some(Expression::Quantity(mut column)) = names.parse_expression(name) else {
        return None;
    };
    let (Some(Expression::Number(index)), false) = (column.indices.pop(), column.is_length) else {
        return None;
    };
    let rows = column.clone().enclosing_sequence();
    (rows != column).then_some((rows, usize::try_from(index).ok()?))
}

/// Returns the matrix whose rows are edges: the parameter with this name, or else the only matrix
/// whose first two columns have names.
fn find_edge_matrix(names: &NameTable<'_>, noun: &str) -> Option<Quantity> {
    let has_edges = |rows: &Quantity| {
        [0, 1].into_iter().all(|index| {
            let column = rows.clone().items().item(Expression::Number(index));
            let column = Expression::Quantity(column);
            names.defined.values().any(|meaning| *meaning == column)
        })
    };
    let all = (0..names.signature.parameters.len()).map(Quantity::parameter);
    let mut all = all.filter(has_edges).collect::<Vec<_>>();
    if let Some(named) = names.parameter_index(noun) {
        all.retain(|rows| rows.parameter == named);
    }
    match all.as_slice() {
        [rows] => Some(rows.clone()),
        _ => None,
    }
}
