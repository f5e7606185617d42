//! Drawing instances as text, and describing their outcomes.

use std::fmt::Write;

use super::Instance;
use crate::game::{
    CAT_START, DEFAULT_MAX_PLIES, Graph, Grid, HOLE, MOUSE_START, Node, Outcome, Square,
};

impl Instance {
    /// Draws the instance for a terminal.
    pub fn draw(&self) -> String {
        self.draw_translated(|english| english)
    }

    /// Draws the instance with texts in another language: `translate` returns the translation of
    /// an English word or sentence.
    pub fn draw_translated<'a>(&self, translate: impl Fn(&'static str) -> &'a str) -> String {
        match self {
            Self::Graph(graph) => draw_graph(graph, ["hole", "mouse", "cat"].map(translate)),
            Self::Grid(grid) => draw_grid(grid, translate),
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
fn draw_graph(graph: &Graph, [hole, mouse, cat]: [&str; 3]) -> String {
    let width = (graph.nodes() - 1).to_string().len();
    let mut drawn = String::new();
    for (node, list) in (0..).zip(&graph.adjacency) {
        let role = match node {
            HOLE => hole,
            MOUSE_START => mouse,
            CAT_START => cat,
            _ => "",
        };
        // A tab aligns the lists if the width of the roles depends on the font, as in Chinese.
        let role = if mouse.is_ascii() {
            format!("{role:<5} ")
        } else {
            format!("{role}\t")
        };
        let list: Vec<String> = list.iter().map(Node::to_string).collect();
        let _ = writeln!(drawn, "{node:>width$} {role}─ {}", list.join(" "));
    }
    drawn
}

/// Draws a board in a frame, with the maximum jumps below the frame.
fn draw_grid<'a>(grid: &Grid, translate: impl Fn(&'static str) -> &'a str) -> String {
    let frame = "─".repeat(2 * usize::from(grid.cols) + 1);
    let mut drawn = format!("┌{frame}┐\n");
    for row in grid.row_strings() {
        let cells: String = row.chars().flat_map(|cell| [' ', cell]).collect();
        let _ = writeln!(drawn, "│{cells} │");
    }
    let jumps = translate("cat jumps up to {cat}, mouse up to {mouse}");
    let jumps = jumps.replace("{cat}", &grid.cat_jump.to_string());
    let jumps = jumps.replace("{mouse}", &grid.mouse_jump.to_string());
    let _ = write!(drawn, "└{frame}┘\n{jumps}\n");
    if grid.max_plies != DEFAULT_MAX_PLIES {
        let limit = translate("the cat wins after {plies} plies");
        let _ = writeln!(
            drawn,
            "{}",
            limit.replace("{plies}", &grid.max_plies.to_string())
        );
    }
    drawn
}
