//! Parses sentences that require the rows of a matrix to differ in some of their named columns, such
//! as `All the pairs (ui, vi) are unique` or `There are no self-loops or repeated edges`.

use super::comparison::{Comparison, Relation};
use super::expression::{Expression, Quantity};
use super::parser::NameTable;
use super::patterns::LazyRegex;
use super::rule::{DistinctPart, Rule};

/// Parses a sentence about distinct columns. Returns `None` unless other lines name the columns.
pub(super) fn parse_distinct_rows(names: &NameTable<'_>, line: &str) -> Option<Vec<Rule>> {
    static COLUMNS_PATTERN: LazyRegex = LazyRegex::new(
        r"(?i)^(?:(?:all|the|each|every) )*(?:(?:pairs?|tuples?|triples?|triplets?) [\[(](\w+(?:, \w+)+)[\])]|values? (?:(?:of|in) )?(\w+)|(\w+)) (?:is|are) (?:pairwise )?(?:unique|distinct|different)$",
    );
    static ABSENCE_PATTERN: LazyRegex = LazyRegex::new(
        r"(?i)^(?:there (?:(?:is|are|will be) no|will not be any)|the (?:given |input )?(?:graph|tree) has no) (.+)$",
    );
    static CONJUNCTION_PATTERN: LazyRegex = LazyRegex::new(",? (?:or|and|nor) (?:any |no )?");
    if let Some(found) = COLUMNS_PATTERN.captures(line) {
        let columns = found.iter().skip(1).flatten().next()?.as_str().split(", ");
        let columns = columns.map(|name| column_with_name(names, name));
        let columns: Vec<_> = columns.collect::<Option<_>>()?;
        let rows = columns[0].0.clone();
        let are_in_one_row = columns.iter().all(|(others, _)| *others == rows);
        let columns = columns.into_iter().map(|(_, column)| column).collect();
        let rule = Rule::Distinct(rows, DistinctPart::Columns(columns));
        return are_in_one_row.then(|| vec![rule]);
    }
    let absent = ABSENCE_PATTERN.captures(line)?;
    let kinds = CONJUNCTION_PATTERN.split(absent.get(1)?.as_str());
    kinds.map(|kind| parse_absent_edges(names, kind)).collect()
}

/// Parses the kind of edges that a graph does not have, such as `self-loops` or `repeated edges`.
fn parse_absent_edges(names: &NameTable<'_>, kind: &str) -> Option<Rule> {
    static LOOPS_PATTERN: LazyRegex =
        LazyRegex::new("(?i)^(?:self[- ]?loops?|loops?|self[- ]edges?)$");
    static REPEATED_EDGES_PATTERN: LazyRegex = LazyRegex::new(
        r"(?i)^(?:repeated|duplicated?|multiple|parallel) ((?:edge|road|flight|connection|path|bridge|link|street)s?)(?: between (?:any )?two \w+)?$",
    );
    if LOOPS_PATTERN.is_match(kind) {
        let edge = find_edge_matrix(names, "edges")?.items();
        let [from, to] = [0, 1]
            .map(|column| Expression::Quantity(edge.clone().item(Expression::Number(column))));
        let comparison = Comparison::new(names.signature, from, Relation::NotEqual, to)?;
        return Some(Rule::Compare(comparison));
    }
    let found = REPEATED_EDGES_PATTERN.captures(kind)?;
    let part = match &found[1] {
        // Flights in opposite directions differ.
        "flight" | "flights" => DistinctPart::Columns(vec![0, 1]),
        _ => DistinctPart::UnorderedPair,
    };
    Some(Rule::Distinct(find_edge_matrix(names, &found[1])?, part))
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

/// Returns the matrix whose rows are edges. This is the matrix named `noun`, if there is one.
/// Otherwise, it is one of the matrices whose first two columns have names: the matrix named
/// `graph` or `tree`, or else the only such matrix.
fn find_edge_matrix(names: &NameTable<'_>, noun: &str) -> Option<Quantity> {
    let has_edges = |rows: &Quantity| {
        [0, 1].into_iter().all(|index| {
            let column = rows.clone().items().item(Expression::Number(index));
            let column = Expression::Quantity(column);
            names.defined.values().any(|meaning| *meaning == column)
        })
    };
    let is_matrix = |it: &Quantity| it.ty(names.signature).is_some_and(|ty| ty.depth() == 2);
    let named = names.parameter_index(noun).map(Quantity::parameter);
    if let Some(named) = named.filter(is_matrix) {
        return Some(named);
    }
    let all = (0..names.signature.parameters.len()).map(Quantity::parameter);
    let mut all = all.filter(has_edges).collect::<Vec<_>>();
    let mut nouns = [noun, "graph", "tree"].into_iter();
    if let Some(named) = nouns.find_map(|noun| names.parameter_index(noun)) {
        all.retain(|rows| rows.parameter == named);
    }
    match all.as_slice() {
        [rows] => Some(rows.clone()),
        _ => None,
    }
}
