//! Chains of comparisons, such as `1 <= m, n <= 10^5`.

use std::sync::LazyLock;

use mousetrap_model::Type;
use regex::Regex;

use super::expression::{Comparison, Expression, Index, Relation};
use super::names::Names;
use super::parser::Parser;
use super::text::{pattern, tokens};

impl Names<'_> {
    /// Reads an expression.
    pub(super) fn expression(self, text: &str) -> Option<Expression> {
        let mut parser = Parser::new(self, tokens(text)?);
        let expression = parser.sum()?;
        parser.is_at_end().then_some(expression)
    }

    /// Reads a line of one or more chains.
    pub(super) fn chains(self, line: &str) -> Option<Vec<Comparison>> {
        static INDICES: LazyLock<Regex> = LazyLock::new(|| {
            pattern(
                r"(?i),? (?:for|where) (?:(?:all|each|every|any)(?: (?:the|valid|possible|index|indices))* (?:[ijk](?:(?:,| and) [ijk])*|index|indices)|(?:(?:all|each|every|any) )?0 <= [ijk](?:, [ijk])* < [\w.()\[\]]+)$",
            )
        });
        static AND: LazyLock<Regex> = LazyLock::new(|| pattern(r",? (?:and|&&) |; ?"));
        let line = INDICES.replace(line, "");
        self.chain(&line).or_else(|| {
            let parts: Option<Vec<_>> = AND.split(&line).map(|part| self.chain(part)).collect();
            Some(parts?.concat())
        })
    }

    fn chain(self, text: &str) -> Option<Vec<Comparison>> {
        let mut parser = Parser::new(self, tokens(text)?);
        let (mut groups, mut relations) = (vec![parser.group()?], Vec::new());
        while let Some(relation) = parser.relation() {
            relations.push(relation);
            groups.push(parser.group()?);
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
            // A number next to a comma ends one chain or begins another: `a < 10, b < 20`.
            if left.len() == 2 && has_number(left) && index > 0 {
                left = &left[1..];
            }
            let is_last = index + 1 == relations.len();
            if right.len() == 2 && has_number(right) && !is_last {
                right = &right[..1];
            }
            let is_unclear = |group: &[Expression]| group.len() > 1 && has_number(group);
            if is_unclear(left) || is_unclear(right) {
                return None;
            }
            // In `a < b, c < d` it is unclear whether `a < c`.
            if right.len() > 1 && !is_last && !has_number(left) && !has_number(&groups[index + 2]) {
                return None;
            }
            for (left, right) in left.iter().flat_map(|a| right.iter().map(move |b| (a, b))) {
                let (left, right) = if is_swapped {
                    (right, left)
                } else {
                    (left, right)
                };
                let (left, right) = (left.clone(), right.clone());
                let comparison = Comparison::new(left, relation, right);
                comparisons.push(self.is_sensible(&comparison).then_some(comparison)?);
            }
        }
        Some(comparisons)
    }

    /// Returns whether both sides have values that compare, and at most one independent
    /// index variable, so that checking does not need quadratic time.
    pub(super) fn is_sensible(self, comparison: &Comparison) -> bool {
        let types = comparison.sides().map(|side| side.ty(self.signature));
        let [Some(left), Some(right)] = types else {
            return false;
        };
        let is_number = |ty: &Type| matches!(ty, Type::Int | Type::Long | Type::Double);
        let is_text = |ty: &Type| matches!(ty, Type::Char | Type::String);
        let is_equation = matches!(comparison.relation, Relation::Equal | Relation::NotEqual);
        let are_comparable = is_number(&left) && is_number(&right)
            || is_equation && (is_text(&left) && is_text(&right) || left == right);
        let quantities = comparison.quantities();
        let mut outer = quantities.iter().filter_map(|it| match it.indices.first() {
            Some(Index::Each { variable, .. }) => Some(variable),
            _ => None,
        });
        let first = outer.next();
        are_comparable && outer.all(|variable| Some(variable) == first)
    }
}
