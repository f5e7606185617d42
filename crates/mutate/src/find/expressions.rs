//! Mutations of expressions.

use tree_sitter::Node;

use super::finder::MutationFinder;
use crate::MutationClass::{Arithmetic, Boolean, Bound, Comparison, Constant, LoopBound};
use crate::node_context::{has_role, is_in_loop_head, non_comment_children};
use crate::operators::{self, NodeRole};

impl MutationFinder<'_> {
    pub(super) fn mutate_binary_expression(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let parts: Vec<Node<'_>> = node.children(&mut cursor).collect();
        for three in parts.windows(3) {
            let [_, operator, right] = three else {
                continue;
            };
            let text = self.node_text(*operator);
            if ["..", "to", "until", "downTo"].contains(&text) {
                self.add_off_by_one_mutations(LoopBound, *right);
            }
            if operator.child_count() > 0 {
                continue;
            }
            if self.grammar.id == "scala" {
                self.mutate_assignment(node);
            }
            let Some((class, _, others)) = operators::binary_operator_replacements(text) else {
                continue;
            };
            let (class, bound) = if *class == Comparison && is_in_loop_head(node) {
                (LoopBound, LoopBound)
            } else {
                (*class, Bound)
            };
            for other in *others {
                self.add_replacement(class, operator.byte_range(), *other);
            }
            let moved = operators::right_operand_mutation(text)
                .filter(|_| !has_role(*right, NodeRole::Integer));
            if let Some(change) = moved {
                let text = format!("{} {change}", self.operand_text(*right));
                self.add_replacement(bound, right.byte_range(), text);
            }
        }
    }

    pub(super) fn mutate_assignment(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            if let Some(other) = operators::assignment_replacement(self.node_text(child)) {
                self.add_replacement(Arithmetic, child.byte_range(), other);
            }
        }
    }

    pub(super) fn mutate_negation(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let parts: Vec<Node<'_>> = node.children(&mut cursor).collect();
        if let [not, operand] = parts[..]
            && ["!", "not"].contains(&self.node_text(not))
        {
            self.add_replacement(Boolean, node.byte_range(), self.node_text(operand));
        } else {
            self.mutate_assignment(node);
        }
    }

    pub(super) fn mutate_integer(&mut self, node: Node<'_>) {
        let text = self.node_text(node);
        // The number names a field of a tuple.
        let is_field = (node.parent()).is_some_and(|parent| parent.kind() == "field_expression");
        if is_field || node.named_child_count() > 0 {
            return;
        }
        let (digits, radix) = match text.get(..2) {
            Some("0x" | "0X") => (&text[2..], 16),
            _ => (text, 10),
        };
        let end = digits.find(|c: char| !c.is_digit(radix) && c != '_' && c != '\'');
        let (digits, suffix) = digits.split_at(end.unwrap_or(digits.len()));
        let octal = radix == 10 && digits.len() > 1 && digits.starts_with('0');
        let value = digits.replace(['_', '\''], "");
        let Ok(value) = i128::from_str_radix(&value, radix) else {
            return;
        };
        if octal || suffix.contains(['.', 'e', 'E', 'b', 'o', 'x']) && radix == 10 {
            return;
        }
        for other in [value + 1, value - 1] {
            let text = format!("{other}{suffix}");
            self.add_replacement(Constant, node.byte_range(), text);
        }
    }

    pub(super) fn mutate_boolean(&mut self, node: Node<'_>) {
        let other = match self.node_text(node) {
            "true" => "false",
            "false" => "true",
            "True" => "False",
            "False" => "True",
            "#t" | "#true" => "#f",
            "#f" | "#false" => "#t",
            _ => return,
        };
        self.add_replacement(Constant, node.byte_range(), other);
    }

    pub(super) fn mutate_index(&mut self, node: Node<'_>) {
        let fields = ["index", "indices", "subscript", "argument"];
        let index = fields
            .iter()
            .find_map(|field| node.child_by_field_name(field));
        let parts = non_comment_children(node);
        let Some(mut index) = index.or(parts.get(1).copied()) else {
            return;
        };
        while index.kind().contains("argument")
            && let [inner] = non_comment_children(index)[..]
        {
            index = inner;
        }
        self.add_off_by_one_mutations(Bound, index);
    }
}
