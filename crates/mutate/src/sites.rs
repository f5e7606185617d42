//! Where in a program a node stands: what that says about a change of it.

use tree_sitter::Node;

use crate::Shape;
use crate::operators::{Kind, kinds};

/// Nodes in which only constants may stand: a choice at run time is none.
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

/// What holds statements, where those have no node of their own.
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

/// The children that are not comments.
pub(crate) fn named(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    let children = node.named_children(&mut cursor);
    children
        .filter(|child| !child.is_extra() && !is(*child, Kind::Skipped))
        .collect()
}

/// Whether the head of a loop is above it, with no statement between.
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

/// Whether it is a statement whose node is that of an expression.
pub(crate) fn is_bare_statement(node: Node<'_>) -> bool {
    (is(node, Kind::Onto) || node.kind().contains("call"))
        && (node.parent()).is_some_and(|parent| BODIES.contains(&parent.kind()))
}

/// Whether taking a statement away is the same as a condition that is never true.
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

/// The shape of a change of an expression, which may stand where none can be
/// chosen at run time.
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
            // Of such a constant arrays and labels are made elsewhere.
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

/// A condition without what it stands in: brackets, where those hold nothing else.
pub(crate) fn bare(condition: Node<'_>) -> Node<'_> {
    let is_wrapped = ["parenthesized_expression", "condition_clause"].contains(&condition.kind());
    match named(condition)[..] {
        [inner] if is_wrapped => bare(inner),
        _ => condition,
    }
}
