//! Collects the changes to a source.

use std::ops::Range;

use tree_sitter::Node;

use crate::grammar::Grammar;
use crate::operators::Kind;
use crate::sites::{self, is};
use crate::{Class, Mutation, Shape};

/// The changes to a source that were found so far.
pub(super) struct Finder<'s> {
    pub(super) grammar: &'static Grammar,
    pub(super) source: &'s str,
    pub(super) found: Vec<Mutation>,
}

impl<'s> Finder<'s> {
    /// Returns the text of `node`.
    pub(super) fn text(&self, node: Node<'_>) -> &'s str {
        &self.source[node.byte_range()]
    }

    /// Returns the text of `node` with `part` of it replaced by `text`.
    pub(super) fn with(&self, node: Node<'_>, part: Range<usize>, text: &str) -> String {
        let Range { start, end } = node.byte_range();
        let (head, tail) = (&self.source[start..part.start], &self.source[part.end..end]);
        format!("{head}{text}{tail}")
    }

    /// Adds the change that replaces `node` by `text`.
    pub(super) fn put(&mut self, class: Class, shape: Shape, node: Node<'_>, text: String) {
        let statement = node
            .parent()
            .filter(|it| it.kind() == "expression_statement");
        let (shape, span, text) = match statement {
            Some(statement) => {
                let text = self.with(statement, node.byte_range(), &text);
                (Shape::Statement, statement.byte_range(), text)
            }
            None => (
                sites::shape(node, shape, self.source),
                node.byte_range(),
                text,
            ),
        };
        let mutation = Mutation {
            class,
            shape,
            span,
            text,
        };
        self.found.push(mutation);
    }

    /// Returns the text of an operand, in parentheses if they could be needed.
    pub(super) fn operand(&self, node: Node<'_>) -> String {
        let text = self.text(node);
        let last = text.strip_suffix(')').unwrap_or(text);
        let is_simple = !last.contains([' ', '?', '\n']) || node.kind().contains("parenthesized");
        if is_simple {
            text.to_owned()
        } else {
            format!("({text})")
        }
    }

    /// Adds the changes `+ 1` and `- 1`, except to numbers, which have changes of their own.
    pub(super) fn off_by_one(&mut self, class: Class, node: Node<'_>) {
        let odd = [
            "string",
            "reference",
            "array",
            "list",
            "tuple",
            "literal",
            "slice",
            "lambda",
        ];
        let is_odd = odd.iter().any(|part| node.kind().contains(part));
        if is(node, Kind::Integer) || is_odd {
            return;
        }
        for by in ["+ 1", "- 1"] {
            let text = format!("{} {by}", self.operand(node));
            self.put(class, Shape::Value, node, text);
        }
    }
}
