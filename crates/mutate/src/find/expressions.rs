//! Changes to expressions.

use tree_sitter::Node;

use super::finder::MutationFinder;
use crate::Class;
use crate::operators::{self, NodeMeaning};
use crate::sites::{children, has_meaning, is_in_loop_head};

impl MutationFinder<'_> {
    pub(super) fn change_binary(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let parts: Vec<Node<'_>> = node.children(&mut cursor).collect();
        for three in parts.windows(3) {
            let [_, operator, right] = three else {
                continue;
            };
            let text = self.text(*operator);
            if ["..", "to", "until", "downTo"].contains(&text) {
                self.add_off_by_one(Class::LoopBound, *right);
            }
            if operator.child_count() > 0 {
                continue;
            }
            if self.grammar.id == "scala" {
                self.change_assignment(node);
            }
            let Some((class, others)) = operators::replace_binary(text) else {
                continue;
            };
            let (class, bound) = if class == Class::Comparison && is_in_loop_head(node) {
                (Class::LoopBound, Class::LoopBound)
            } else {
                (class, Class::Bound)
            };
            for other in others {
                self.replace(class, operator.byte_range(), *other);
            }
            let moved = operators::bound_change(text)
                .filter(|_| !has_meaning(*right, NodeMeaning::Integer));
            if let Some(change) = moved {
                let text = format!("{} {change}", self.operand_text(*right));
                self.replace(bound, right.byte_range(), text);
            }
        }
    }

    pub(super) fn change_assignment(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            if let Some(other) = operators::replace_assignment(self.text(child)) {
                self.replace(Class::Arithmetic, child.byte_range(), other);
            }
        }
    }

    pub(super) fn change_not(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let parts: Vec<Node<'_>> = node.children(&mut cursor).collect();
        if let [not, operand] = parts[..]
            && ["!", "not"].contains(&self.text(not))
        {
            self.replace(Class::Boolean, node.byte_range(), self.text(operand));
        } else {
            self.change_assignment(node);
        }
    }

    pub(super) fn change_integer(&mut self, node: Node<'_>) {
        let text = self.text(node);
        // The number is the name of a tuple's field.
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
            self.replace(Class::Constant, node.byte_range(), text);
        }
    }

    pub(super) fn change_boolean(&mut self, node: Node<'_>) {
        let other = match self.text(node) {
            "true" => "false",
            "false" => "true",
            "True" => "False",
            "False" => "True",
            "#t" | "#true" => "#f",
            "#f" | "#false" => "#t",
            _ => return,
        };
        self.replace(Class::Constant, node.byte_range(), other);
    }

    pub(super) fn change_index(&mut self, node: Node<'_>) {
        let fields = ["index", "indices", "subscript", "argument"];
        let index = fields
            .iter()
            .find_map(|field| node.child_by_field_name(field));
        let parts = children(node);
        let Some(mut index) = index.or(parts.get(1).copied()) else {
            return;
        };
        while index.kind().contains("argument")
            && let [inner] = children(index)[..]
        {
            index = inner;
        }
        self.add_off_by_one(Class::Bound, index);
    }
}
