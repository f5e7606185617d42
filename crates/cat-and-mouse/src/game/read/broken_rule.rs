//! The rules of a text that holds an instance, and the error for each.

use std::fmt;

use serde::Serialize;
use thiserror::Error;

use super::Bounds;

/// A rule that a text breaks, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize)]
#[expect(missing_docs, reason = "the text shows what each value means")]
pub enum BrokenRule {
    // Any text.
    #[error("the input is empty; give an instance in the text form or the LeetCode form")]
    Empty,
    #[error(
        "the input has {bytes} bytes, but no legal instance needs more than {max}; give one \
         instance per file"
    )]
    TooLong { bytes: usize, max: usize },
    #[error("column {column} holds the control character {character:?}; an instance is plain text")]
    ControlCharacter { column: usize, character: char },
    #[error("the input ends where {expected} should follow; it may have been cut short")]
    CutShort {
        #[serde(skip)]
        expected: Expected,
    },

    // The LeetCode form.
    #[error(
        "{text} is neither a value nor a named argument; write the LeetCode form, one JSON \
         argument per line"
    )]
    NoArgument { text: Excerpt },
    #[error("unknown argument {name}; the arguments are {known}")]
    UnknownArgument { name: Excerpt, known: String },
    #[error("{text} follows after the last argument; remove it, the arguments are {known}")]
    SurplusArgument { text: Excerpt, known: String },
    #[error("argument {name} is given twice; keep one")]
    RepeatedArgument { name: &'static str },
    #[error("argument {name} is missing; the arguments are {known}")]
    MissingArgument { name: &'static str, known: String },
    #[error("{text} stands where a list, a string or a number should")]
    NoValue { text: Excerpt },
    #[error("{text} stands where ',' or '{close}' should")]
    NoSeparator { text: Excerpt, close: char },
    #[error(
        "the list opened by '{open}' on line {line} is not closed; the input may have been cut \
         short"
    )]
    OpenList { open: char, line: usize },
    #[error("the string {text} is not closed on its line")]
    OpenString { text: Excerpt },
    #[error("{text} is not a whole number; write decimal digits without leading zeros")]
    NoWholeNumber { text: Excerpt },
    #[error("more than {max} lists within each other; no argument has that")]
    DeepList { max: usize },
    #[error("grid must be a list of strings: [\"M.C\",\"..F\"]")]
    NoListOfStrings,
    #[error("graph must be a list of lists of numbers: [[1,2],[0],[0]]")]
    NoListOfLists,
    #[error("{name} must be a number")]
    NoNumber { name: &'static str },

    // The text form.
    #[error(
        "item {item} is {text}, not a whole number; write decimal digits without sign or leading \
         zeros"
    )]
    NoWholeItem { item: usize, text: Excerpt },
    #[error("{text} follows after the end of the instance; remove it, a file holds one instance")]
    SurplusText { text: Excerpt },
    #[error("the first line is {text}, but it must hold four numbers: rows cols catJump mouseJump")]
    BoardHeader { text: Excerpt },
    #[error("the first line is {text}, but it must hold one number, that of nodes")]
    GraphHeader { text: Excerpt },
    #[error("row {row} has {width} cells, but line 1 says {columns} columns")]
    RowUnlikeHeader {
        row: i64,
        width: usize,
        columns: i64,
    },
    #[error("the line of node {node} is blank; it must hold the number of neighbours, then each")]
    BlankNode { node: i64 },
    #[error("node {node} announces {announced} neighbours, but {found} follow on its line")]
    NeighbourCount {
        node: i64,
        announced: i64,
        found: usize,
    },

    // Boards.
    #[error("the board has no rows; a board has at least one")]
    NoRows,
    #[error("row {row} has {width} cells, but row 1 has {first}; rows are equally long")]
    UnequalRows {
        row: usize,
        width: usize,
        first: usize,
    },
    #[error("row {row}, column {column}: a second {piece} '{symbol}'; a board has exactly one")]
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
    #[error("the board has no {piece} '{symbol}'; a board has exactly one")]
    MissingPiece { piece: &'static str, symbol: char },
    #[error("{rows} rows; a board {} has 1 to {max}", size(*.bounds))]
    Rows {
        rows: i64,
        max: i64,
        #[serde(skip)]
        bounds: Bounds,
    },
    #[error("{columns} columns; a board {} has 1 to {max}", size(*.bounds))]
    Columns {
        columns: i64,
        max: i64,
        #[serde(skip)]
        bounds: Bounds,
    },
    #[error("{rows} × {columns} cells; the largest board has {max} cells")]
    Cells { rows: i64, columns: i64, max: i64 },
    #[error("{name} is {jump}; a jump {} is 1 to {max}", size(*.bounds))]
    Jump {
        name: &'static str,
        jump: i64,
        max: i64,
        #[serde(skip)]
        bounds: Bounds,
    },

    // Graphs.
    #[error("{nodes} nodes; a graph {} has 3 to {max}", size(*.bounds))]
    Nodes {
        nodes: i64,
        max: i64,
        #[serde(skip)]
        bounds: Bounds,
    },
    #[error("edge {from}–{to} names node {node}, but there are {nodes} nodes, from 0 on")]
    EdgeOfNoNode {
        from: u16,
        to: u16,
        node: u16,
        nodes: usize,
    },
    #[error("node {node} has no neighbour; every node needs one")]
    NoNeighbour { node: usize },
    #[error("node {node} has neighbour {neighbour}; the nodes are 0 to {last}")]
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

/// What should follow at the end of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A value of the `LeetCode` form.
    Value,
    /// The first line of a board.
    BoardHeader,
    /// A row of a board.
    Row {
        /// Its number, from 1.
        number: i64,
        /// The number of rows.
        rows: i64,
    },
    /// The first line of a graph.
    NodeCount,
    /// The neighbours of this node.
    Node(i64),
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value => f.write_str("a value"),
            Self::BoardHeader => f.write_str("the line \"rows cols catJump mouseJump\""),
            Self::Row { number, rows } => write!(f, "row {number} of {rows}"),
            Self::NodeCount => f.write_str("the number of nodes"),
            Self::Node(node) => write!(f, "the line of node {node}"),
        }
    }
}

/// A piece of the input that is short enough for an error, in quotes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Excerpt(String);

impl Excerpt {
    pub(super) fn new(text: &str) -> Self {
        const MAX_CHARACTERS: usize = 24;
        if text.chars().count() <= MAX_CHARACTERS {
            Self(format!("{text:?}"))
        } else {
            let head: String = text.chars().take(MAX_CHARACTERS).collect();
            Self(format!("{head:?}…"))
        }
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The size that bounds allow, with the options for larger instances.
fn size(bounds: Bounds) -> &'static str {
    match bounds {
        Bounds::Contest => {
            "of contest size (larger ones need `extended = true` in a suite, --extended in a command)"
        }
        Bounds::Extended => "beyond contest size",
    }
}
