//! Collects the changes to a source.

use std::ops::Range;

use tree_sitter::Node;

use crate::grammar::Grammar;
use crate::operators::Kind;
use crate::sites::is;
use crate::{Class, Mutation};

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

    /// Adds the change that replaces some bytes by `text`.
    pub(super) fn replace(&mut self, class: Class, span: Range<usize>, text: impl Into<String>) {
        self.found.push(Mutation {
            class,
            span,
            text: text.into(),
        });
    }

    /// Adds the changes of a condition to true and to false.
    pub(super) fn replace_by_booleans(&mut self, condition: Node<'_>) {
        for boolean in self.grammar.booleans {
            self.replace(Class::Boolean, condition.byte_range(), boolean);
        }
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

    /// Adds the changes `+ 1` and `- 1` to expressions of numbers, except to literals, which have
    /// changes of their own.
    pub(super) fn off_by_one(&mut self, class: Class, node: Node<'_>) {
        let not_numbers = [
            "string",
            "reference",
            "array",
            "list",
            "tuple",
            "literal",
            "slice",
            "lambda",
        ];
        let is_no_number = not_numbers.iter().any(|part| node.kind().contains(part));
        if is(node, Kind::Integer) || is_no_number {
            return;
        }
        for change in ["+ 1", "- 1"] {
            let text = format!("{} {change}", self.operand(node));
            self.replace(class, node.byte_range(), text);
        }
    }
}
