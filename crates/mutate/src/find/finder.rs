//! Collects the possible changes to a source.

use std::ops::Range;

use tree_sitter::Node;

use crate::grammar::Grammar;
use crate::operators::NodeMeaning;
use crate::sites::has_meaning;
use crate::{Class, Mutation};

/// A source, and the changes to it that were found so far.
pub(super) struct MutationFinder<'s> {
    pub(super) grammar: &'static Grammar,
    pub(super) source: &'s str,
    pub(super) found: Vec<Mutation>,
}

impl<'s> MutationFinder<'s> {
    /// Returns the text of `node`.
    pub(super) fn text(&self, node: Node<'_>) -> &'s str {
        &self.source[node.byte_range()]
    }

    /// Adds a change that replaces some bytes by `text`.
    pub(super) fn replace(&mut self, class: Class, span: Range<usize>, text: impl Into<String>) {
        self.found.push(Mutation {
            class,
            span,
            text: text.into(),
        });
    }

    /// Adds two changes, which replace a condition by true and by false.
    pub(super) fn replace_by_booleans(&mut self, condition: Node<'_>) {
        for boolean in self.grammar.booleans {
            self.replace(Class::Boolean, condition.byte_range(), boolean);
        }
    }

    /// Returns the text of an operand, in parentheses if they may be necessary.
    pub(super) fn operand_text(&self, node: Node<'_>) -> String {
        let text = self.text(node);
        let last = text.strip_suffix(')').unwrap_or(text);
        let is_simple = !last.contains([' ', '?', '\n']) || node.kind().contains("parenthesized");
        if is_simple {
            text.to_owned()
        } else {
            format!("({text})")
        }
    }

    /// Adds the changes `+ 1` and `- 1` to a numeric expression. Literals are left out, because
    /// they have other changes.
    pub(super) fn add_off_by_one(&mut self, class: Class, node: Node<'_>) {
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
        if has_meaning(node, NodeMeaning::Integer) || is_no_number {
            return;
        }
        for change in ["+ 1", "- 1"] {
            let text = format!("{} {change}", self.operand_text(node));
            self.replace(class, node.byte_range(), text);
        }
    }
}
