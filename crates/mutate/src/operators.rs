//! The operators of all languages with their replacements, and the roles of the grammars' node
//! kinds.

use crate::MutationClass::{self, Arithmetic, Boolean, Comparison};

/// The mutation class of an operator, the operator, and its replacements.
type Replacements = (MutationClass, &'static str, &'static [&'static str]);

/// Binary operators, with their replacements.
#[rustfmt::skip]
const BINARY_OPERATORS: &[Replacements] = &[
    (Comparison, "<", &["<=", ">="]),
    (Comparison, "<=", &["<", ">"]),
    (Comparison, "=<", &["<", ">"]),
    (Comparison, ">", &[">=", "<="]),
    (Comparison, ">=", &[">", "<"]),
    (Comparison, "==", &["!="]),
    (Comparison, "!=", &["=="]),
    (Comparison, "===", &["!=="]),
    (Comparison, "!==", &["==="]),
    (Comparison, "=:=", &["=/="]),
    (Comparison, "=/=", &["=:="]),
    (Arithmetic, "+", &["-"]),
    (Arithmetic, "-", &["+"]),
    (Arithmetic, "*", &["+"]),
    (Arithmetic, "/", &["*"]),
    (Arithmetic, "//", &["*"]),
    (Arithmetic, "div", &["*"]),
    (Arithmetic, "%", &["/"]),
    (Arithmetic, "rem", &["div"]),
    (Arithmetic, "&", &["|"]),
    (Arithmetic, "|", &["&"]),
    (Arithmetic, "^", &["|"]),
    (Arithmetic, "band", &["bor"]),
    (Arithmetic, "bor", &["band"]),
    (Arithmetic, "<<", &[">>"]),
    (Arithmetic, ">>", &["<<"]),
    (Arithmetic, ">>>", &["<<"]),
    (Arithmetic, "bsl", &["bsr"]),
    (Arithmetic, "bsr", &["bsl"]),
    (Arithmetic, "shl", &["shr"]),
    (Arithmetic, "shr", &["shl"]),
    (Arithmetic, "ushr", &["shl"]),
    (Arithmetic, "xor", &["or"]),
    (Boolean, "&&", &["||"]),
    (Boolean, "||", &["&&"]),
    (Boolean, "and", &["or"]),
    (Boolean, "or", &["and"]),
    (Boolean, "andalso", &["orelse"]),
    (Boolean, "orelse", &["andalso"]),
];

/// Additional operators of Lisp dialects, which also have most of the binary operators.
#[rustfmt::skip]
const LISP_OPERATORS: &[Replacements] = &[
    (Comparison, "=", &["<=", ">="]),
    (Comparison, "zero?", &["positive?"]),
    (Arithmetic, "max", &["min"]),
    (Arithmetic, "min", &["max"]),
    (Arithmetic, "add1", &["sub1"]),
    (Arithmetic, "sub1", &["add1"]),
    (Arithmetic, "quotient", &["*"]),
    (Arithmetic, "remainder", &["quotient"]),
    (Arithmetic, "bitwise-and", &["bitwise-ior"]),
    (Arithmetic, "bitwise-ior", &["bitwise-and"]),
    (Boolean, "not", &["values"]),
];

/// Returns the replacements of a binary operator.
pub(crate) fn binary_operator_replacements(operator: &str) -> Option<&'static Replacements> {
    BINARY_OPERATORS
        .iter()
        .find(|(_, from, _)| *from == operator)
}

/// Returns the replacements of a Lisp operator, which is the first element of a list.
pub(crate) fn lisp_operator_replacements(operator: &str) -> Option<&'static Replacements> {
    let found = LISP_OPERATORS.iter().find(|(_, from, _)| *from == operator);
    let is_binary = !["|", "&", "%"].contains(&operator);
    found.or_else(|| binary_operator_replacements(operator).filter(|_| is_binary))
}

/// Returns the replacement of an assignment operator, such as `-=` for `+=`.
pub(crate) fn assignment_replacement(operator: &str) -> Option<String> {
    match operator {
        "++" => return Some("--".to_owned()),
        "--" => return Some("++".to_owned()),
        "//=" | ">>>=" => return None,
        _ => {}
    }
    let (class, _, replacements) = binary_operator_replacements(operator.strip_suffix('=')?)?;
    (*class == Arithmetic).then(|| format!("{}=", replacements[0]))
}

/// Returns the mutation, `+ 1` or `- 1`, of the right operand of a comparison. The opposite change
/// is omitted, because it would be equivalent to a mutant that replaces the operator: for integers,
/// `a < b + 1` is equivalent to `a <= b`.
pub(crate) fn right_operand_mutation(comparison: &str) -> Option<&'static str> {
    match comparison {
        "<" | ">=" => Some("- 1"),
        "<=" | "=<" | ">" => Some("+ 1"),
        _ => None,
    }
}

/// The role of a syntax node, which determines its possible mutations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeRole {
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
    /// A list in a Lisp dialect.
    List,
    /// A node that is never mutated.
    Skipped,
}

#[rustfmt::skip]
const NODE_KINDS_BY_ROLE: &[(NodeRole, &[&str])] = &[
    (NodeRole::Binary, &[
        "binary", "binary_expression", "binary_op_expr", "binary_operator", "boolean_operator",
        "comparison_operator", "infix_expression",
    ]),
    (NodeRole::Assignment, &[
        "assignment", "assignment_expression", "augmented_assignment",
        "augmented_assignment_expression", "assignment_statement", "compound_assignment_expr",
        "dec_statement", "inc_statement", "operator_assignment", "postfix_expression",
        "postfix_unary_expression", "update_expression",
    ]),
    (NodeRole::Not, &[
        "not_operator", "prefix_expression", "prefix_unary_expression", "unary",
        "unary_expression", "unary_op_expr", "unary_op_expression", "unary_operator",
    ]),
    (NodeRole::Integer, &[
        "decimal_integer_literal", "hex_integer_literal", "int_literal", "integer",
        "integer_literal", "number", "number_literal",
    ]),
    (NodeRole::Boolean, &["atom", "boolean", "boolean_literal", "false", "true"]),
    (NodeRole::Index, &[
        "array_access", "element_access_expression", "element_reference", "index_expression",
        "subscript", "subscript_expression",
    ]),
    (NodeRole::Range, &["range", "range_expression"]),
    (NodeRole::If, &[
        "conditional", "conditional_expression", "elif_clause", "elsif", "if", "if_expression",
        "if_modifier", "if_statement", "ternary_expression", "unless", "unless_modifier",
    ]),
    (NodeRole::Statement, &[
        "break_statement", "continue_statement", "expression_statement",
    ]),
    (NodeRole::Arguments, &["argument_list", "arguments", "expr_args", "value_arguments"]),
    (NodeRole::List, &["list"]),
    (NodeRole::Skipped, &[
        "annotation", "arity", "attribute", "attribute_item", "attribute_list", "block_comment",
        "comment", "import", "import_declaration", "import_from_statement", "import_header",
        "import_statement", "line_comment", "multiline_comment", "namespace_use_declaration",
        "package_clause", "package_declaration", "preproc_include", "spec", "type_alias",
        "use_declaration", "using_directive",
    ]),
];

/// Returns the roles of a grammar's node kind.
pub(crate) fn node_roles(kind: &str) -> impl Iterator<Item = NodeRole> {
    let rows = NODE_KINDS_BY_ROLE
        .iter()
        .filter(move |(_, kinds)| kinds.contains(&kind));
    rows.map(|(kind, _)| *kind)
}
