//! The context of a node, which decides how it can be changed.

use tree_sitter::Node;

use crate::Shape;
use crate::operators::{Kind, kinds};

/// Nodes that may contain only constants, not a choice at run time.
const CONSTANT: &[&str] = &[
    "array_declarator",
    "array_type",
    "const_declaration",
    "const_item",
    "enum_entry",
    "enum_member_declaration",
    "enum_variant",
    "enumerator",
    "match_pattern",
    "preproc_arg",
    "range_pattern",
    "static_assert_declaration",
    "static_item",
    "switch_label",
    "template_argument_list",
    "tuple_pattern",
];

/// Nodes with statements, in grammars without a node kind for statements.
const BODIES: &[&str] = &[
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

pub(crate) fn is(node: Node<'_>, kind: Kind) -> bool {
    kinds(node.kind()).any(|known| known == kind)
}

/// Returns the children that are not comments.
pub(crate) fn named(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    let children = node.named_children(&mut cursor);
    children
        .filter(|child| !child.is_extra() && !is(*child, Kind::Skipped))
        .collect()
}

/// Returns whether a node belongs to the head of a loop.
pub(crate) fn ends_a_loop(node: Node<'_>) -> bool {
    let mut at = node;
    while let Some(parent) = at.parent() {
        let kind = parent.kind();
        if kind.starts_with("for") || kind.starts_with("while") || kind.starts_with("until") {
            return parent.child_by_field_name("body") != Some(at) && !is_body(at.kind());
        }
        let inner = ["statement", "lambda", "closure"];
        if is_body(kind) || inner.iter().any(|part| kind.contains(part)) {
            return false;
        }
        at = parent;
    }
    false
}

fn is_body(kind: &str) -> bool {
    kind.contains("block") || kind.contains("body") || BODIES.contains(&kind)
}

/// Returns whether a statement has the node of an expression.
pub(crate) fn is_bare_statement(node: Node<'_>) -> bool {
    (is(node, Kind::Onto) || node.kind().contains("call"))
        && (node.parent()).is_some_and(|parent| BODIES.contains(&parent.kind()))
}

/// Returns whether removing a statement equals a condition that is never true.
pub(crate) fn is_alone_in_if(node: Node<'_>) -> bool {
    let mut at = node;
    while let Some(parent) = at.parent() {
        if is(parent, Kind::If) {
            return parent.child_by_field_name("alternative").is_none()
                && parent.child_by_field_name("condition") != Some(at);
        }
        let holds_it_alone = is_body(parent.kind()) || parent.kind() == "compound_statement";
        if !holds_it_alone || named(parent).len() != 1 {
            return false;
        }
        at = parent;
    }
    false
}

/// Returns the shape of a change to an expression, which is a token if nothing can be
/// selected at run time in its context.
pub(crate) fn shape(node: Node<'_>, shape: Shape, source: &str) -> Shape {
    let declares_constant = |declaration: Node<'_>| {
        let text = &source[declaration.byte_range()];
        let head = text.split('=').next().unwrap_or("");
        head.contains("const")
    };
    let mut at = node;
    while let Some(parent) = at.parent() {
        let kind = parent.kind();
        let is_label = kind == "case_statement" && parent.child_by_field_name("value") == Some(at);
        let is_global = parent
            .parent()
            .is_some_and(|above| above.kind() == "translation_unit");
        if CONSTANT.contains(&kind)
            || is_label
            || kind.ends_with("declaration") && is_global
            // Such a constant may be the size of an array or a label.
            || is(node, Kind::Integer)
                && node.parent().and_then(|it| it.parent()) == Some(parent)
                && kind.ends_with("declaration")
                && declares_constant(parent)
        {
            return Shape::Token;
        }
        if kind.contains("statement") || is_body(kind) {
            break;
        }
        at = parent;
    }
    shape
}

/// Returns a condition without the parentheses around it.
pub(crate) fn bare(condition: Node<'_>) -> Node<'_> {
    let is_wrapped = ["parenthesized_expression", "condition_clause"].contains(&condition.kind());
    match named(condition)[..] {
        [inner] if is_wrapped => bare(inner),
        _ => condition,
    }
}
