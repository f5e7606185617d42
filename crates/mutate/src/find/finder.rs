//! Collects the possible mutations of a source.

use std::ops::Range;

use tree_sitter::Node;

use crate::grammar::Grammar;
use crate::node_context::has_role;
use crate::operators::NodeRole;
use crate::{Mutation, MutationClass};

/// A source and the mutations found in it so far.
pub(super) struct MutationFinder<'s> {
    pub(super) grammar: &'static Grammar,
    pub(super) source: &'s str,
    pub(super) found: Vec<Mutation>,
}

impl<'s> MutationFinder<'s> {
    /// Returns the text of `node`.
    pub(super) fn node_text(&self, node: Node<'_>) -> &'s str {
        &self.source[node.byte_range()]
    }

    /// Adds a mutation that replaces a range of bytes with `text`.
    pub(super) fn add_replacement(
        &mut self,
        class: MutationClass,
        span: Range<usize>,
        text: impl Into<String>,
    ) {
        self.found.push(Mutation {
            class,
            span,
            text: text.into(),
        });
    }

    /// Adds two mutations, which replace a condition with true and with false.
    pub(super) fn add_boolean_replacements(&mut self, condition: Node<'_>) {
        for boolean in self.grammar.booleans {
            self.add_replacement(MutationClass::Boolean, condition.byte_range(), boolean);
        }
    }

    /// Returns the text of an operand, in parentheses if they may be necessary.
    pub(super) fn operand_text(&self, node: Node<'_>) -> String {
        let text = self.node_text(node);
        let last = text.strip_suffix(')').unwrap_or(text);
        let is_simple = !last.contains([' ', '?', '\n']) || node.kind().contains("parenthesized");
        if is_simple {
            text.to_owned()
        } else {
            format!("({text})")
        }
    }

    /// Adds two mutations, which add 1 to a numeric expression and subtract 1 from it. Skips
    /// literals, because `mutate_integer` mutates them.
    pub(super) fn add_off_by_one_mutations(&mut self, class: MutationClass, node: Node<'_>) {
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
        if has_role(node, NodeRole::Integer) || is_no_number {
            return;
        }
        for change in ["+ 1", "- 1"] {
            let text = format!("{} {change}", self.operand_text(node));
            self.add_replacement(class, node.byte_range(), text);
        }
    }
}
