//! Mutations of statements and their conditions.

use tree_sitter::Node;

use super::finder::MutationFinder;
use crate::MutationClass::Statement;
use crate::node_context::{
    has_role, is_only_statement_of_if, non_comment_children, without_parentheses,
};
use crate::operators::NodeRole;

impl MutationFinder<'_> {
    pub(super) fn mutate_condition(&mut self, node: Node<'_>) {
        let parts = non_comment_children(node);
        let condition = node.child_by_field_name("condition");
        // In Python, the condition is in the middle and has no field name.
        let middle = parts
            .get(1)
            .filter(|_| node.kind() == "conditional_expression");
        let Some(condition) = condition.or(middle.copied()).or(parts.first().copied()) else {
            return;
        };
        let condition = without_parentheses(condition);
        let declarations = ["let", "declaration", "decl"];
        let declares = declarations
            .iter()
            .any(|part| condition.kind().contains(part));
        if !has_role(condition, NodeRole::Boolean) && !declares {
            self.add_boolean_replacements(condition);
        }
    }

    /// Adds the mutation that deletes a statement, unless the statement only contains other
    /// statements or yields a value.
    pub(super) fn mutate_statement(&mut self, node: Node<'_>) {
        let inner = node.named_child(0).map_or("", |inner| inner.kind());
        let kept = [
            "string", "if_", "for_", "while_", "loop_", "match_", "unsafe", "block", "return_",
        ];
        if kept.iter().any(|part| inner.starts_with(part)) || is_only_statement_of_if(node) {
            return;
        }
        let empty = self.grammar.empty_statement;
        self.add_replacement(Statement, node.byte_range(), empty);
    }
}
