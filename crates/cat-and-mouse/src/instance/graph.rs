//! Texts and drawings of graphs, for [`Instance`](super::Instance).

use std::fmt::Write;

use super::Layout;
use crate::game::{CAT_START, Graph, HOLE, MOUSE_START, Node, Outcome};

impl Graph {
    /// Draws the graph as text, with a line for each node: its number, its role and its neighbours.
    pub(super) fn draw(&self) -> String {
        let width = (self.nodes() - 1).to_string().len();
        let mut drawn = String::new();
        for (node, list) in (0..).zip(&self.adjacency) {
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

    #[expect(clippy::unused_self, reason = "same signature as for grids")]
    pub(super) fn describe(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Draw => "0: a draw. Neither side can force a win.".to_owned(),
            Outcome::Mouse { depth } => format!(
                "1: the mouse wins. It reaches the hole on ply {depth} when it hurries and the \
                 cat delays."
            ),
            Outcome::Cat { depth } => {
                let ply = depth.map_or(String::new(), |depth| format!(" on ply {depth}"));
                format!(
                    "2: the cat wins. It catches the mouse{ply} when it hurries and the mouse delays."
                )
            }
        }
    }

    #[expect(clippy::unused_self, reason = "same signature as for grids")]
    pub(super) fn place_name(&self, place: u16) -> String {
        match place {
            HOLE => "the hole".to_owned(),
            node => format!("node {node}"),
        }
    }

    /// Places the nodes on a circle, with the hole at the top.
    pub(super) fn layout(&self) -> Layout {
        let nodes = self.nodes();
        let radius = (nodes as f64 / 4.0).max(1.5);
        let places = (0..nodes).map(|node| {
            let turn = std::f64::consts::TAU * node as f64 / nodes as f64;
            (radius * (1.0 + turn.sin()), radius * (1.0 - turn.cos()))
        });
        let links = (0..).zip(&self.adjacency).flat_map(|(node, list)| {
            let ahead = list.iter().filter(move |&&to| node < to);
            ahead.map(move |&to| (node, to))
        });
        Layout {
            is_board: false,
            places: places.collect(),
            walls: Vec::new(),
            links: links.collect(),
            goal: HOLE,
        }
    }
}
