//! The rules that the text of an instance must obey, and the error message for each.

use serde::Serialize;
use thiserror::Error;

use super::MAX_CONTEST_NODES;

/// The rule that a text breaks. The error message describes how to fix the text.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize)]
#[expect(missing_docs, reason = "the error messages explain the fields")]
pub enum BrokenRule {
    // Any text.
    #[error("the input is empty; give an instance in the text form or the LeetCode form")]
    Empty,
    #[error(
        "the input has {bytes} bytes, but no legal instance needs more than {max}; give one \
         instance per file"
    )]
    TooLong { bytes: usize, max: usize },
    #[error("control character {character:?} in column {column}; an instance is plain text")]
    ControlCharacter { column: usize, character: char },
    #[error("the input ends before {expected}; it may have been cut short")]
    CutShort {
        #[serde(skip)]
        expected: String,
    },

    // The LeetCode form.
    #[error(
        "{text} is neither a value nor a named argument; write the LeetCode form, one JSON \
         argument per line"
    )]
    NoArgument { text: String },
    #[error("unknown argument {name}; the arguments are {known}")]
    UnknownArgument { name: String, known: String },
    #[error(
        "unexpected {text} after the last argument; remove it (the only arguments are {known})"
    )]
    SurplusArgument { text: String, known: String },
    #[error("argument {name} is given twice; keep one")]
    RepeatedArgument { name: &'static str },
    #[error("argument {name} is missing; the arguments are {known}")]
    MissingArgument { name: &'static str, known: String },
    #[error("expected a list, a string or a number, found {text}")]
    NoValue { text: String },
    #[error("expected ',' or '{close}', found {text}")]
    NoSeparator { text: String, close: char },
    #[error(
        "the list opened by '{open}' on line {line} is not closed; the input may have been cut \
         short"
    )]
    OpenList { open: char, line: usize },
    #[error("the string {text} is not closed on its line")]
    OpenString { text: String },
    #[error("expected an integer, found {text}; write decimal digits without leading zeros")]
    NoWholeNumber { text: String },
    #[error("lists are nested more than {max} levels deep; no argument of these games needs that")]
    DeepList { max: usize },
    #[error("grid must be a list of strings, such as [\"M.C\",\"..F\"]")]
    NoListOfStrings,
    #[error("graph must be a list of lists of numbers, such as [[1,2],[0],[0]]")]
    NoListOfLists,
    #[error("{name} must be a number")]
    NoNumber { name: &'static str },

    // The text form.
    #[error(
        "item {item}: expected a non-negative integer, found {text}; write decimal digits without \
         leading zeros"
    )]
    NoWholeItem { item: usize, text: String },
    #[error(
        "unexpected {text} after the end of the instance; remove it, because a file contains one instance"
    )]
    SurplusText { text: String },
    #[error("the first line must have four numbers, rows cols catJump mouseJump; found {text}")]
    BoardHeader { text: String },
    #[error("the first line must have one number, the number of nodes; found {text}")]
    GraphHeader { text: String },
    #[error(
        "the line of node {node} is blank; it must contain the number of neighbours, then each neighbour"
    )]
    BlankNode { node: i64 },
    #[error("the line of node {node} declares {announced} neighbours, but lists {found}")]
    NeighbourCount {
        node: i64,
        announced: i64,
        found: usize,
    },

    // Boards.
    #[error("the board has no rows; it needs at least one")]
    NoRows,
    #[error("row {row} has {width} cells, but the board has {columns} columns")]
    RowWidth {
        row: usize,
        width: usize,
        columns: usize,
    },
    #[error(
        "row {row}, column {column}: a second {piece} '{symbol}'; a board must have exactly one"
    )]
    SecondPiece {
        row: usize,
        column: usize,
        piece: &'static str,
        symbol: char,
    },
    #[error("row {row}, column {column}: {cell:?} is not a cell; use '.', '#', 'C', 'M' and 'F'")]
    NoCell {
        row: usize,
        column: usize,
        cell: char,
    },
    #[error("the board has no {piece} '{symbol}'; it must have exactly one")]
    MissingPiece { piece: &'static str, symbol: char },
    #[error("the board has {rows} rows; it must have 1 to {max}{}", extended_sizes_hint(*.rows, *.max))]
    Rows { rows: i64, max: i64 },
    #[error("the board has {columns} columns; it must have 1 to {max}{}", extended_sizes_hint(*.columns, *.max))]
    Columns { columns: i64, max: i64 },
    #[error("the board has {rows} × {columns} cells; the maximum is {max} cells")]
    Cells { rows: i64, columns: i64, max: i64 },
    #[error("{name} is {jump}; it must be from 1 to {max}{}", extended_sizes_hint(*.jump, *.max))]
    Jump {
        name: &'static str,
        jump: i64,
        max: i64,
    },

    // Graphs.
    #[error("the graph has {nodes} nodes; it must have 3 to {max}{}", extended_sizes_hint(*.nodes, *.max))]
    Nodes { nodes: i64, max: i64 },
    #[error("node {node} has no neighbours; every node needs at least one")]
    NoNeighbour { node: usize },
    #[error("node {node} lists neighbour {neighbour}, but the nodes are numbered 0 to {last}")]
    NoSuchNeighbour {
        node: usize,
        neighbour: i64,
        last: usize,
    },
    #[error("node {node} is its own neighbour; loops are not allowed")]
    OwnNeighbour { node: usize },
    #[error("node {node} lists neighbour {neighbour} twice; keep one")]
    RepeatedNeighbour { node: usize, neighbour: i64 },
    #[error(
        "node {node} lists neighbour {neighbour}, but node {neighbour} does not list {node}; edges \
         go both ways"
    )]
    OneWayEdge { node: usize, neighbour: i64 },
    #[error(
        "node 2, where the cat starts, leads only into the hole, which the cat may not enter; give \
         it another neighbour"
    )]
    TrappedCat,
}

/// Returns a part of the input in quotes, shortened for an error message.
pub(super) fn excerpt(text: &str) -> String {
    const MAX_EXCERPT_CHARACTERS: usize = 24;
    match text.char_indices().nth(MAX_EXCERPT_CHARACTERS) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}…", &text[..end]),
    }
}

/// Returns a hint on how to allow a larger size than `max`, or an empty text if the size is not
/// larger, or if `max` already exceeds contest size.
fn extended_sizes_hint(size: i64, max: i64) -> &'static str {
    if size <= max || max > MAX_CONTEST_NODES {
        return "";
    }
    "; for more, set `extended = true` in a suite, or pass --extended to a command"
}
