//! Changes to statements and their conditions.

use tree_sitter::Node;

use super::finder::Finder;
use crate::Class;
use crate::operators::Kind;
use crate::sites::{children, is, is_alone_in_if, without_parentheses};

impl Finder<'_> {
    pub(super) fn condition(&mut self, node: Node<'_>) {
        let parts = children(node);
        let condition = node.child_by_field_name("condition");
        // In Python the condition is in the middle and has no field name.
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
        if !is(condition, Kind::Boolean) && !declares {
            self.replace_by_booleans(condition);
        }
    }

    /// Removes a statement, unless it is only there for the statements inside, or for a value.
    pub(super) fn statement(&mut self, node: Node<'_>) {
        let inner = node.named_child(0).map_or("", |inner| inner.kind());
        let kept = [
            "string", "if_", "for_", "while_", "loop_", "match_", "unsafe", "block", "return_",
        ];
        if kept.iter().any(|part| inner.starts_with(part)) || is_alone_in_if(node) {
            return;
        }
        let empty = self.grammar.empty_statement;
        self.replace(Class::Statement, node.byte_range(), empty);
    }
}
