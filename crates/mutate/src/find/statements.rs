//! Changes to statements and their conditions.

use tree_sitter::Node;

use super::finder::Finder;
use crate::operators::Kind;
use crate::sites::{bare, is, is_alone_in_if, named};
use crate::{Class, Mutation, Shape};

impl Finder<'_> {
    pub(super) fn condition(&mut self, node: Node<'_>) {
        let parts = named(node);
        let condition = node.child_by_field_name("condition");
        // In Python the condition is in the middle and has no field name.
        let middle = parts
            .get(1)
            .filter(|_| node.kind() == "conditional_expression");
        let Some(condition) = condition.or(middle.copied()).or(parts.first().copied()) else {
            return;
        };
        let condition = bare(condition);
        let binds = ["let", "declaration", "decl"];
        let is_fixed =
            is(condition, Kind::Truth) || binds.iter().any(|part| condition.kind().contains(part));
        if !is_fixed {
            for truth in self.grammar.truth {
                self.put(Class::Boolean, Shape::Truth, condition, truth.to_owned());
            }
        }
    }

    pub(super) fn statement(&mut self, node: Node<'_>) {
        let inner = node.named_child(0).map_or("", |inner| inner.kind());
        let keeps = [
            "string", "if_", "for_", "while_", "loop_", "match_", "unsafe", "block", "return_",
        ];
        if keeps.iter().any(|part| inner.starts_with(part)) || is_alone_in_if(node) {
            return;
        }
        let mutation = Mutation {
            class: Class::Statement,
            shape: Shape::Statement,
            span: node.byte_range(),
            text: self.grammar.nothing.to_owned(),
        };
        self.found.push(mutation);
    }
}
