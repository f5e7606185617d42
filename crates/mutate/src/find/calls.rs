//! Mutations of calls, and of lists in Lisp dialects.

use tree_sitter::Node;

use super::finder::MutationFinder;
use crate::MutationClass::{Arguments, Arithmetic, LoopBound};
use crate::node_context::non_comment_children;
use crate::operators;

impl MutationFinder<'_> {
    pub(super) fn mutate_arguments(&mut self, node: Node<'_>) {
        let Some(call) = node.parent() else { return };
        let is_call = ["call", "invocation", "creation", "new_", "init_declarator"]
            .iter()
            .any(|part| call.kind().contains(part));
        let is_type = (call.parent()).is_some_and(|parent| parent.kind() == "type_sig");
        if !is_call || is_type {
            return;
        }
        let callee = &self.source[call.start_byte()..node.start_byte()];
        let name = callee
            .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
            .find(|it| !it.is_empty());
        let name = name.unwrap_or_default();
        let start = callee.rfind(name).unwrap_or(0) + call.start_byte();
        let mut arguments = non_comment_children(node);
        arguments.retain(|argument| argument.kind() != "keywords");
        for (one, other) in [("min", "max"), ("max", "min")] {
            if name == one {
                self.add_replacement(Arithmetic, start..start + one.len(), other);
            }
        }
        if name == "range"
            && let Some(end) = arguments.get(1).or(arguments.first())
        {
            self.add_off_by_one_mutations(LoopBound, *end);
        }
        // For these functions, the order of arguments makes no difference.
        if ["min", "max", "swap", "gcd", "equals"].contains(&name) {
            return;
        }
        for two in arguments.windows(2) {
            let (one, other) = (self.node_text(two[0]), self.node_text(two[1]));
            let between = &self.source[two[0].end_byte()..two[1].start_byte()];
            let span = two[0].start_byte()..two[1].end_byte();
            if one != other {
                self.add_replacement(Arguments, span, format!("{other}{between}{one}"));
            }
        }
    }

    /// Adds the mutations of a Lisp list, whose first element is the operator.
    pub(super) fn mutate_lisp_list(&mut self, node: Node<'_>) {
        let parts = non_comment_children(node);
        let [operator, first, ..] = parts[..] else {
            return;
        };
        if operator.kind() != "symbol" {
            return;
        }
        let name = self.node_text(operator);
        if let Some((class, _, others)) = operators::lisp_operator_replacements(name) {
            for other in *others {
                self.add_replacement(*class, operator.byte_range(), *other);
            }
        }
        if name == "if" {
            self.add_boolean_replacements(first);
        }
    }
}
