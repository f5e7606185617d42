//! Changes to expressions.

use tree_sitter::Node;

use super::finder::Finder;
use crate::operators::{self, Kind};
use crate::sites::{ends_a_loop, is, is_bare_statement, named};
use crate::{Class, Shape};

impl Finder<'_> {
    pub(super) fn binary(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let parts: Vec<Node<'_>> = node.children(&mut cursor).collect();
        for three in parts.windows(3) {
            let [_, operator, right] = three else {
                continue;
            };
            let text = self.text(*operator);
            if ["..", "to", "until", "downTo"].contains(&text) {
                self.off_by_one(Class::LoopBound, *right);
            }
            if operator.child_count() > 0 {
                continue;
            }
            if self.grammar.id == "scala" && operators::onto(text).is_some() {
                self.onto(node);
            }
            let Some((class, others)) = operators::between(text) else {
                continue;
            };
            let in_loop = class == Class::Comparison && ends_a_loop(node);
            let class = if in_loop { Class::LoopBound } else { class };
            let shape = match class {
                Class::Arithmetic => Shape::Value,
                // Words are operators on bits in some languages.
                _ if self.grammar.id == "kotlin" && ["and", "or"].contains(&text) => Shape::Value,
                _ => Shape::Truth,
            };
            for other in others {
                let text = self.with(node, operator.byte_range(), other);
                self.put(class, shape, node, text);
            }
            if let Some(by) = operators::moved(text).filter(|_| !is(*right, Kind::Integer)) {
                let moved = format!("{} {by}", self.operand(*right));
                let text = self.with(node, right.byte_range(), &moved);
                let class = if in_loop {
                    Class::LoopBound
                } else {
                    Class::Bound
                };
                self.put(class, Shape::Truth, node, text);
            }
        }
    }

    pub(super) fn onto(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            let Some(other) = operators::onto(self.text(child)) else {
                continue;
            };
            let text = self.with(node, child.byte_range(), other);
            let parent = node.parent();
            let shape = match self.grammar.id {
                "c" | "cpp" | "scala" => Shape::Value,
                _ if is_bare_statement(node) => Shape::Statement,
                _ if parent.is_some_and(|parent| is(parent, Kind::Statement)) => Shape::Statement,
                _ => Shape::Token,
            };
            self.put(Class::Arithmetic, shape, node, text);
        }
    }

    pub(super) fn not(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let parts: Vec<Node<'_>> = node.children(&mut cursor).collect();
        if let [not, operand] = parts[..]
            && ["!", "not"].contains(&self.text(not))
        {
            let text = self.text(operand).to_owned();
            self.put(Class::Boolean, Shape::Truth, node, text);
        } else {
            self.onto(node);
        }
    }

    pub(super) fn integer(&mut self, node: Node<'_>) {
        let text = self.text(node);
        // The second field of a tuple.
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
            self.put(
                Class::Constant,
                Shape::Value,
                node,
                format!("{other}{suffix}"),
            );
        }
    }

    pub(super) fn truth(&mut self, node: Node<'_>) {
        let other = match self.text(node) {
            "true" => "false",
            "false" => "true",
            "True" => "False",
            "False" => "True",
            "#t" | "#true" => "#f",
            "#f" | "#false" => "#t",
            _ => return,
        };
        self.put(Class::Constant, Shape::Truth, node, other.to_owned());
    }

    pub(super) fn index(&mut self, node: Node<'_>) {
        let fields = ["index", "indices", "subscript", "argument"];
        let index = fields
            .iter()
            .find_map(|field| node.child_by_field_name(field));
        let parts = named(node);
        let Some(mut index) = index.or(parts.get(1).copied()) else {
            return;
        };
        while index.kind().contains("argument")
            && let [inner] = named(index)[..]
        {
            index = inner;
        }
        self.off_by_one(Class::Bound, index);
    }
}
