//! Chains of comparisons, such as `1 <= m, n <= 10^5`.

use super::comparison::{Comparison, Relation};
use super::expression::Expression;
use super::parser::{NameTable, Parser};
use super::patterns::LazyRegex;
use super::rule::{DistinctPart, Rule};
use super::tokens::tokenize;

impl NameTable<'_> {
    /// Parses a line or phrase that is a single expression.
    pub(super) fn parse_expression(&self, text: &str) -> Option<Expression> {
        let mut parser = Parser::new(self, tokenize(text)?);
        let expression = parser.parse_sum()?;
        parser.is_at_end().then_some(expression)
    }

    /// Parses a line that consists of one or more chains of comparisons.
    pub(super) fn parse_chains(&self, line: &str) -> Option<Vec<Comparison>> {
        static INDEX_CLAUSE_PATTERN: LazyRegex = LazyRegex::new(
            r"(?ix),?\ (?:for|where)\ (?:
                (?:all|each|every|any)(?:\ (?:the|valid|possible|index|indices))*
                    \ (?:[ijk](?:(?:,|\ and)\ [ijk])*|index|indices)
                |(?:(?:all|each|every|any)\ (?:(?:the|valid|possible|index|indices)\ )*)?
                    (?P<least>\d+)\ <=\ (?P<variables>[ijk](?:,\ [ijk])*)(?:\ <\ [a-z][\w.()\[\]]*)?
                )$",
        );
        let Some(clause) = INDEX_CLAUSE_PATTERN.captures(line) else {
            return self.parse_conjunction(line);
        };
        let comparisons = &line[..clause.get(0)?.start()];
        let mut names = self.clone();
        if let Some(variables) = clause.name("variables") {
            let least: i128 = clause["least"].parse().ok()?;
            for name in variables.as_str().split(", ") {
                // In `where k >= 1`, `k` may be a parameter.
                let is_other_name =
                    self.parameter_index(name).is_some() || self.defined.contains_key(name);
                // A name that stands for an item of each row contains no index to restrict.
                let is_index = comparisons.contains(&format!("[{name}"));
                if is_other_name || least > 0 && !is_index {
                    return None;
                }
                names.least_indices.insert(name.to_owned(), least);
            }
        }
        names.parse_conjunction(comparisons)
    }

    /// Parses one or more chains of comparisons that are joined by "and".
    fn parse_conjunction(&self, line: &str) -> Option<Vec<Comparison>> {
        static CONJUNCTION_PATTERN: LazyRegex = LazyRegex::new(r",? (?:and|&&) |; ?");
        self.parse_chain(line).or_else(|| {
            let parts: Option<Vec<_>> = CONJUNCTION_PATTERN
                .split(line)
                .map(|part| self.parse_chain(part))
                .collect();
            Some(parts?.concat())
        })
    }

    fn parse_chain(&self, text: &str) -> Option<Vec<Comparison>> {
        let mut parser = Parser::new(self, tokenize(text)?);
        let (mut groups, mut relations) = (vec![parser.parse_comma_separated()?], Vec::new());
        while let Some(relation) = parser.parse_relation() {
            relations.push(relation);
            groups.push(parser.parse_comma_separated()?);
        }
        if !parser.is_at_end() || relations.is_empty() {
            return None;
        }
        let is_number =
            |it: &Expression| matches!(it, Expression::Number(_) | Expression::Literal(_));
        let has_number = |group: &[Expression]| group.iter().any(is_number);
        let mut comparisons = Vec::new();
        for (index, &(relation, is_swapped)) in relations.iter().enumerate() {
            let (mut left, mut right) = (&groups[index][..], &groups[index + 1][..]);
            let is_last = index + 1 == relations.len();
            // At a comma after a number, one chain ends and another begins: `a < 10, b < 20`.
            if left.len() == 2 && has_number(left) && index > 0 {
                left = &left[1..];
            }
            if right.len() == 2 && has_number(right) && !is_last {
                right = &right[..1];
            }
            let is_unclear = |group: &[Expression]| group.len() > 1 && has_number(group);
            // In `a < b, c < d`, it is unclear whether `a < c` is meant.
            let is_ambiguous = right.len() > 1 && !is_last;
            let is_bounded = has_number(left) || !is_last && has_number(&groups[index + 2]);
            if is_unclear(left) || is_unclear(right) || is_ambiguous && !is_bounded {
                return None;
            }
            for (left, right) in left.iter().flat_map(|a| right.iter().map(move |b| (a, b))) {
                let (low, high) = if is_swapped {
                    (right, left)
                } else {
                    (left, right)
                };
                let (low, high) = (low.clone(), high.clone());
                comparisons.push(Comparison::new(self.signature, low, relation, high)?);
            }
        }
        Some(comparisons)
    }
}

/// Parses a line that consists of chains of comparisons.
pub(super) fn parse_chain_rules(names: &NameTable<'_>, line: &str) -> Option<Vec<Rule>> {
    let chains = names.parse_chains(line)?.into_iter();
    let rules = chains.flat_map(|comparison| match comparison.ordered_sequence() {
        // In a definition such as `n == nums.length`, both sides are the same length.
        _ if comparison.relation == Relation::Equal && comparison.left == comparison.right => {
            Vec::new()
        }
        Some((sequence, _)) if comparison.relation == Relation::Less => {
            let distinct = Rule::Distinct(sequence, DistinctPart::Item);
            vec![Rule::Compare(comparison), distinct]
        }
        _ => vec![Rule::Compare(comparison)],
    });
    Some(rules.collect())
}
