//! The operators of all languages with their replacements, and the meanings of the grammars' node
//! kinds.

use crate::Class;

/// A row of a table of operators: the class of the change, the operator, and its replacements.
type Replacements = (Class, &'static str, &'static [&'static str]);

/// Operators between two operands, with their replacements.
#[rustfmt::skip]
const BINARY_OPERATORS: &[Replacements] = &[
    (Class::Comparison, "<", &["<=", ">="]),
    (Class::Comparison, "<=", &["<", ">"]),
    (Class::Comparison, "=<", &["<", ">"]),
    (Class::Comparison, ">", &[">=", "<="]),
    (Class::Comparison, ">=", &[">", "<"]),
    (Class::Comparison, "==", &["!="]),
    (Class::Comparison, "!=", &["=="]),
    (Class::Comparison, "===", &["!=="]),
    (Class::Comparison, "!==", &["==="]),
    (Class::Comparison, "=:=", &["=/="]),
    (Class::Comparison, "=/=", &["=:="]),
    (Class::Arithmetic, "+", &["-"]),
    (Class::Arithmetic, "-", &["+"]),
    (Class::Arithmetic, "*", &["+"]),
    (Class::Arithmetic, "/", &["*"]),
    (Class::Arithmetic, "//", &["*"]),
    (Class::Arithmetic, "div", &["*"]),
    (Class::Arithmetic, "%", &["/"]),
    (Class::Arithmetic, "rem", &["div"]),
    (Class::Arithmetic, "&", &["|"]),
    (Class::Arithmetic, "|", &["&"]),
    (Class::Arithmetic, "^", &["|"]),
    (Class::Arithmetic, "band", &["bor"]),
    (Class::Arithmetic, "bor", &["band"]),
    (Class::Arithmetic, "<<", &[">>"]),
    (Class::Arithmetic, ">>", &["<<"]),
    (Class::Arithmetic, ">>>", &["<<"]),
    (Class::Arithmetic, "bsl", &["bsr"]),
    (Class::Arithmetic, "bsr", &["bsl"]),
    (Class::Arithmetic, "shl", &["shr"]),
    (Class::Arithmetic, "shr", &["shl"]),
    (Class::Arithmetic, "ushr", &["shl"]),
    (Class::Arithmetic, "xor", &["or"]),
    (Class::Boolean, "&&", &["||"]),
    (Class::Boolean, "||", &["&&"]),
    (Class::Boolean, "and", &["or"]),
    (Class::Boolean, "or", &["and"]),
    (Class::Boolean, "andalso", &["orelse"]),
    (Class::Boolean, "orelse", &["andalso"]),
];

/// Assignment operators, with their replacements.
const ASSIGNMENT_OPERATORS: &[(&str, &str)] = &[
    ("+=", "-="),
    ("-=", "+="),
    ("*=", "+="),
    ("/=", "*="),
    ("%=", "/="),
    ("&=", "|="),
    ("|=", "&="),
    ("^=", "|="),
    ("<<=", ">>="),
    (">>=", "<<="),
    ("++", "--"),
    ("--", "++"),
];

/// The operators of Lisps, which also have most of the binary operators.
#[rustfmt::skip]
const LISP_OPERATORS: &[Replacements] = &[
    (Class::Comparison, "=", &["<=", ">="]),
    (Class::Comparison, "zero?", &["positive?"]),
    (Class::Arithmetic, "max", &["min"]),
    (Class::Arithmetic, "min", &["max"]),
    (Class::Arithmetic, "add1", &["sub1"]),
    (Class::Arithmetic, "sub1", &["add1"]),
    (Class::Arithmetic, "quotient", &["*"]),
    (Class::Arithmetic, "remainder", &["quotient"]),
    (Class::Arithmetic, "bitwise-and", &["bitwise-ior"]),
    (Class::Arithmetic, "bitwise-ior", &["bitwise-and"]),
    (Class::Boolean, "not", &["values"]),
];

/// Returns the class of change and the replacements of an operator between two operands.
pub(crate) fn replace_binary(operator: &str) -> Option<(Class, &'static [&'static str])> {
    find_replacements(BINARY_OPERATORS, operator)
}

/// Returns the class of change and the replacements of the operator of a list in a Lisp.
pub(crate) fn replace_lisp(operator: &str) -> Option<(Class, &'static [&'static str])> {
    let binary = || replace_binary(operator).filter(|_| !["|", "&", "%"].contains(&operator));
    find_replacements(LISP_OPERATORS, operator).or_else(binary)
}

fn find_replacements(
    table: &'static [Replacements],
    operator: &str,
) -> Option<(Class, &'static [&'static str])> {
    let row = table.iter().find(|(_, from, _)| *from == operator)?;
    Some((row.0, row.2))
}

/// Returns the replacement of an assignment operator.
pub(crate) fn replace_assignment(operator: &str) -> Option<&'static str> {
    let row = ASSIGNMENT_OPERATORS
        .iter()
        .find(|(from, _)| *from == operator)?;
    Some(row.1)
}

/// Returns the change, `+ 1` or `- 1`, to the right side of a comparison. A change in the other
/// direction has the same effect as adding or removing equality.
pub(crate) fn bound_change(comparison: &str) -> Option<&'static str> {
    match comparison {
        "<" | ">=" => Some("- 1"),
        "<=" | "=<" | ">" => Some("+ 1"),
        _ => None,
    }
}

/// The meaning of a syntax node, which determines the possible changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeMeaning {
    Binary,
    Assignment,
    Not,
    Integer,
    Boolean,
    Index,
    Range,
    If,
    Statement,
    Arguments,
    /// A list in a Lisp.
    List,
    /// A node that is never changed.
    Skipped,
}

#[rustfmt::skip]
const NODE_KINDS: &[(NodeMeaning, &[&str])] = &[
    (NodeMeaning::Binary, &[
        "binary", "binary_expression", "binary_op_expr", "binary_operator", "boolean_operator",
        "comparison_operator", "infix_expression",
    ]),
    (NodeMeaning::Assignment, &[
        "assignment", "assignment_expression", "augmented_assignment",
        "augmented_assignment_expression", "assignment_statement", "compound_assignment_expr",
        "dec_statement", "inc_statement", "operator_assignment", "postfix_expression",
        "postfix_unary_expression", "update_expression",
    ]),
    (NodeMeaning::Not, &[
        "not_operator", "prefix_expression", "prefix_unary_expression", "unary",
        "unary_expression", "unary_op_expr", "unary_op_expression", "unary_operator",
    ]),
    (NodeMeaning::Integer, &[
        "decimal_integer_literal", "hex_integer_literal", "int_literal", "integer",
        "integer_literal", "number", "number_literal",
    ]),
    (NodeMeaning::Boolean, &["atom", "boolean", "boolean_literal", "false", "true"]),
    (NodeMeaning::Index, &[
        "array_access", "element_access_expression", "element_reference", "index_expression",
        "subscript", "subscript_expression",
    ]),
    (NodeMeaning::Range, &["range", "range_expression"]),
    (NodeMeaning::If, &[
        "conditional", "conditional_expression", "elif_clause", "elsif", "if", "if_expression",
        "if_modifier", "if_statement", "ternary_expression", "unless", "unless_modifier",
    ]),
    (NodeMeaning::Statement, &[
        "break_statement", "continue_statement", "expression_statement",
    ]),
    (NodeMeaning::Arguments, &["argument_list", "arguments", "expr_args", "value_arguments"]),
    (NodeMeaning::List, &["list"]),
    (NodeMeaning::Skipped, &[
        "annotation", "arity", "attribute", "attribute_item", "attribute_list", "block_comment",
        "comment", "import", "import_declaration", "import_from_statement", "import_header",
        "import_statement", "line_comment", "multiline_comment", "namespace_use_declaration",
        "package_clause", "package_declaration", "preproc_include", "spec", "type_alias",
        "use_declaration", "using_directive",
    ]),
];

/// Returns the meanings of a grammar's node kind.
pub(crate) fn meanings_of(kind: &str) -> impl Iterator<Item = NodeMeaning> {
    let rows = NODE_KINDS
        .iter()
        .filter(move |(_, kinds)| kinds.contains(&kind));
    rows.map(|(kind, _)| *kind)
}
