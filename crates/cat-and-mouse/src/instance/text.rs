//! Texts and drawings of instances.

use std::fmt::Write;

use super::Instance;
use crate::game::{
    CAT_START, DEFAULT_MAX_PLIES, Graph, Grid, HOLE, MOUSE_START, Node, Outcome, Square,
};

impl Instance {
    /// Draws the instance for a terminal.
    pub fn draw(&self) -> String {
        match self {
            Self::Graph(graph) => draw_graph(graph),
            Self::Grid(grid) => draw_grid(grid),
        }
    }

    /// Describes an outcome of this instance: the reply, the winner and the ply of the win.
    pub fn describe(&self, outcome: Outcome) -> String {
        match (self, outcome) {
            (Self::Graph(_), Outcome::Draw) => {
                "0: a draw. Neither side can force a win.".to_owned()
            }
            (Self::Graph(_), Outcome::Mouse { depth }) => format!(
                "1: the mouse wins. It reaches the hole on ply {depth} when it hurries and the \
                 cat delays."
            ),
            (Self::Graph(_), Outcome::Cat { depth }) => {
                let ply = depth.map_or(String::new(), |depth| format!(" on ply {depth}"));
                format!(
                    "2: the cat wins. It catches the mouse{ply} when it hurries and the mouse delays."
                )
            }
            (Self::Grid(_), Outcome::Mouse { depth }) => format!(
                "true: the mouse wins. It reaches the food on ply {depth}, its move number {}, \
                 when it hurries and the cat delays.",
                depth.0.div_ceil(2)
            ),
            (Self::Grid(grid), _) => format!(
                "false: the cat wins. The mouse cannot force its way to the food within {} plies.",
                grid.max_plies
            ),
        }
    }

    /// Returns the name of a place: a node, or a cell such as `row 2, column 5`, counted from 1.
    pub fn place_name(&self, place: u16) -> String {
        match self {
            Self::Graph(_) if place == HOLE => "the hole".to_owned(),
            Self::Graph(_) => format!("node {place}"),
            Self::Grid(grid) => {
                let (row, col) = grid.row_and_col(Square(place));
                format!("row {}, column {}", row + 1, col + 1)
            }
        }
    }
}

/// Draws a graph as text, with a line for each node: its number, its role and its neighbours.
fn draw_graph(graph: &Graph) -> String {
    let width = (graph.nodes() - 1).to_string().len();
    let mut drawn = String::new();
    for (node, list) in (0..).zip(&graph.adjacency) {
        let role = match node {
            HOLE => "hole ",
            MOUSE_START => "mouse",
            CAT_START => "cat  ",
            _ => "     ",
        };
        let list: Vec<String> = list.iter().map(Node::to_string).collect();
        let _ = writeln!(drawn, "{node:>width$} {role} ─ {}", list.join(" "));
    }
    drawn
}

/// Draws a board in a frame, with the maximum jumps below the frame.
fn draw_grid(grid: &Grid) -> String {
    let frame = "─".repeat(2 * usize::from(grid.cols) + 1);
    let mut drawn = format!("┌{frame}┐\n");
    for row in grid.row_strings() {
        let cells: String = row.chars().flat_map(|cell| [' ', cell]).collect();
        let _ = writeln!(drawn, "│{cells} │");
    }
    let _ = write!(
        drawn,
        "└{frame}┘\ncat jumps up to {}, mouse up to {}\n",
        grid.cat_jump, grid.mouse_jump
    );
    if grid.max_plies != DEFAULT_MAX_PLIES {
        let _ = writeln!(drawn, "the cat wins after {} plies", grid.max_plies);
    }
    drawn
}
