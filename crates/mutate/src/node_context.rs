//! The context of a syntax node, which determines how the node can be mutated.

use tree_sitter::Node;

use crate::operators::{NodeRole, node_roles};

/// The kinds of nodes whose children are statements, in grammars that have no common kind for
/// statements.
const BODY_NODE_KINDS: &[&str] = &[
    "block",
    "block_body",
    "body_statement",
    "control_structure_body",
    "else",
    "indented_block",
    "statement_list",
    "statements",
    "then",
];

pub(crate) fn has_role(node: Node<'_>, kind: NodeRole) -> bool {
    node_roles(node.kind()).any(|known| known == kind)
}

/// Returns the named children that are not comments.
pub(crate) fn non_comment_children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    let children = node.named_children(&mut cursor);
    children
        .filter(|child| !child.is_extra() && !has_role(*child, NodeRole::Skipped))
        .collect()
}

/// Returns whether a node belongs to the head of a loop.
pub(crate) fn is_in_loop_head(node: Node<'_>) -> bool {
    let mut at = node;
    while let Some(parent) = at.parent() {
        let kind = parent.kind();
        if kind.starts_with("for") || kind.starts_with("while") || kind.starts_with("until") {
            return parent.child_by_field_name("body") != Some(at) && !is_body_kind(at.kind());
        }
        let inner = ["statement", "lambda", "closure"];
        if is_body_kind(kind) || inner.iter().any(|part| kind.contains(part)) {
            return false;
        }
        at = parent;
    }
    false
}

fn is_body_kind(kind: &str) -> bool {
    kind.contains("block") || kind.contains("body") || BODY_NODE_KINDS.contains(&kind)
}

/// Returns whether an assignment or call is an entire statement, in grammars without a node kind
/// for statements.
pub(crate) fn is_expression_statement(node: Node<'_>) -> bool {
    (has_role(node, NodeRole::Assignment) || node.kind().contains("call"))
        && (node.parent()).is_some_and(|parent| BODY_NODE_KINDS.contains(&parent.kind()))
}

/// Returns whether a statement is the entire content of an `if` without `else`. Removing such a
/// statement has the same effect as replacing the condition with false.
pub(crate) fn is_only_statement_of_if(node: Node<'_>) -> bool {
    let mut at = node;
    while let Some(parent) = at.parent() {
        if has_role(parent, NodeRole::If) {
            return parent.child_by_field_name("alternative").is_none()
                && parent.child_by_field_name("condition") != Some(at);
        }
        let holds_it_alone = is_body_kind(parent.kind()) || parent.kind() == "compound_statement";
        if !holds_it_alone || non_comment_children(parent).len() != 1 {
            return false;
        }
        at = parent;
    }
    false
}

/// Returns a condition without the parentheses around it.
pub(crate) fn without_parentheses(condition: Node<'_>) -> Node<'_> {
    let is_wrapped = ["parenthesized_expression", "condition_clause"].contains(&condition.kind());
    match non_comment_children(condition)[..] {
        [inner] if is_wrapped => without_parentheses(inner),
        _ => condition,
    }
}
