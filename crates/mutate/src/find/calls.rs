//! Changes to calls, and to the lists of a Lisp.

use tree_sitter::Node;

use super::finder::Finder;
use crate::operators;
use crate::sites::named;
use crate::{Class, Shape};

impl Finder<'_> {
    pub(super) fn arguments(&mut self, node: Node<'_>) {
        let Some(call) = node.parent() else { return };
        let callee = &self.source[call.start_byte()..node.start_byte()];
        let last = callee
            .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
            .find(|it| !it.is_empty());
        let last = last.unwrap_or_default();
        let is_call = ["call", "invocation", "creation", "new_", "init_declarator"]
            .iter()
            .any(|part| call.kind().contains(part));
        if !is_call
            || call
                .parent()
                .is_some_and(|above| above.kind() == "type_sig")
        {
            return;
        }
        let mut parts = named(node);
        parts.retain(|part| part.kind() != "keywords");
        let at = callee.rfind(last).unwrap_or(0) + call.start_byte();
        for (one, other) in [("min", "max"), ("max", "min")] {
            if last == one {
                let text = self.with(call, at..at + one.len(), other);
                self.put(Class::Arithmetic, Shape::Value, call, text);
            }
        }
        if last == "range"
            && let Some(end) = parts.get(1).or(parts.first())
        {
            self.off_by_one(Class::LoopBound, *end);
        }
        // The order of these arguments makes no difference.
        if ["min", "max", "swap", "gcd", "equals"].contains(&last) {
            return;
        }
        let shape = match call.kind() {
            "init_declarator" => Shape::Token,
            _ => Shape::Value,
        };
        for two in parts.windows(2) {
            let (one, other) = (self.text(two[0]), self.text(two[1]));
            let between = &self.source[two[0].end_byte()..two[1].start_byte()];
            let span = two[0].start_byte()..two[1].end_byte();
            if one != other {
                let text = self.with(call, span, &format!("{other}{between}{one}"));
                self.put(Class::Arguments, shape, call, text);
            }
        }
    }

    /// Changes a list of a Lisp, whose first word is the operator.
    pub(super) fn list(&mut self, node: Node<'_>) {
        let parts = named(node);
        let Some((first, rest)) = parts.split_first() else {
            return;
        };
        if first.kind() != "symbol" {
            return;
        }
        let name = self.text(*first);
        if let Some((class, others)) = operators::head(name).filter(|_| !rest.is_empty()) {
            for other in others {
                let text = self.with(node, first.byte_range(), other);
                self.put(class, Shape::Value, node, text);
            }
        }
        if let ("if", Some(condition)) = (name, rest.first()) {
            for truth in self.grammar.truth {
                self.put(Class::Boolean, Shape::Truth, *condition, truth.to_owned());
            }
        }
    }
}
