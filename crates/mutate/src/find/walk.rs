//! Walks through the syntax tree of a source and collects the possible mutations. The mutations of
//! statements and conditions are implemented in this file.

use std::collections::BTreeSet;
use std::ops::Range;

use tree_sitter::{Node, Parser};

use super::finder::MutationFinder;
use crate::grammar::Grammar;
use crate::node_context::{
    has_role, is_expression_statement, is_only_statement_of_if, non_comment_children,
    without_parentheses,
};
use crate::operators::{NodeRole, node_roles};
use crate::{Mutation, MutationClass};

/// Finds all possible mutations of a source, sorted by position and without duplicates. Returns
/// `None` if there is no grammar for the language.
pub fn find_mutations(language: &str, source: &str) -> Option<Vec<Mutation>> {
    let grammar = Grammar::for_language(language)?;
    let mut parser = Parser::new();
    parser
        .set_language(&grammar.tree_sitter_language(source))
        .expect("the grammars are made for this version of the parser");
    let tree = parser
        .parse(source, None)
        .expect("the parser has a grammar");
    let mut finder = MutationFinder {
        grammar,
        source,
        found: Vec::new(),
    };
    let mut pending = vec![tree.root_node()];
    while let Some(node) = pending.pop() {
        if has_role(node, NodeRole::Skipped) {
            continue;
        }
        add_node_mutations(&mut finder, node);
        let mut cursor = node.walk();
        pending.extend(node.named_children(&mut cursor));
    }
    let mut found = finder.found;
    found.sort_by_key(|mutation| (mutation.span.start, mutation.span.end, mutation.class));
    let mut known = BTreeSet::new();
    found.retain(|mutation| {
        let (Range { start, end }, text) = mutation.minimal_edit(source);
        mutation.applies_to(source) && known.insert((start, end, text.to_owned()))
    });
    Some(found)
}

/// Adds the possible mutations of one node.
fn add_node_mutations(finder: &mut MutationFinder<'_>, node: Node<'_>) {
    for kind in node_roles(node.kind()) {
        match kind {
            NodeRole::Binary => finder.mutate_binary_expression(node),
            NodeRole::Assignment => finder.mutate_assignment(node),
            NodeRole::Not => finder.mutate_negation(node),
            NodeRole::Integer => finder.mutate_integer(node),
            NodeRole::Boolean => finder.mutate_boolean(node),
            NodeRole::Index => finder.mutate_index(node),
            NodeRole::Range => {
                if let Some(end) = non_comment_children(node).last() {
                    finder.add_off_by_one_mutations(MutationClass::LoopBound, *end);
                }
            }
            NodeRole::If => finder.mutate_condition(node),
            NodeRole::Arguments => finder.mutate_arguments(node),
            NodeRole::List => finder.mutate_lisp_list(node),
            NodeRole::Statement | NodeRole::Skipped => {}
        }
    }
    // The grammars of these languages have no node kind for statements.
    let is_bare = ["go", "kotlin", "ruby", "scala"].contains(&finder.grammar.id);
    if has_role(node, NodeRole::Statement) || is_bare && is_expression_statement(node) {
        finder.mutate_statement(node);
    }
}

impl MutationFinder<'_> {
    fn mutate_condition(&mut self, node: Node<'_>) {
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
    fn mutate_statement(&mut self, node: Node<'_>) {
        let inner = node.named_child(0).map_or("", |inner| inner.kind());
        let kept = [
            "string", "if_", "for_", "while_", "loop_", "match_", "unsafe", "block", "return_",
        ];
        if kept.iter().any(|part| inner.starts_with(part)) || is_only_statement_of_if(node) {
            return;
        }
        let empty = self.grammar.empty_statement;
        self.add_replacement(MutationClass::Statement, node.byte_range(), empty);
    }
}
