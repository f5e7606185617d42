//! `LeetCode` 913 as a [`Problem`].

use std::fmt::Write;

use super::{Instance, Picture, Problem};
use crate::game::{
    Bounds, CAT_START, Draw, GameError, Graph, HOLE, MOUSE_START, Node, Outcome, Player,
    header_items,
};
use crate::solve;
use crate::solve::certificate::{Certificate, Refusal, check_graph};
use crate::solve::play::{GraphPlay, Play, Position};

/// Cat and Mouse: an undirected graph with a hole.
#[derive(Debug)]
pub struct CatAndMouse;

impl Problem for CatAndMouse {
    fn id(&self) -> &'static str {
        "913"
    }

    fn title(&self) -> &'static str {
        "Cat and Mouse"
    }

    fn entry_points(&self) -> &'static [&'static str] {
        &["catMouseGame", "CatMouseGame", "cat_mouse_game"]
    }

    fn replies(&self) -> &'static [&'static str] {
        &["0", "1", "2"]
    }

    fn recognises(&self, input: &str) -> bool {
        match header_items(input) {
            Some(items) => items == 1,
            None => !input.contains(['"', '\'', '#', '.']),
        }
    }

    fn parse(&self, input: &str, bounds: Bounds) -> Result<Box<dyn Instance>, GameError> {
        Ok(Box::new(Graph::parse(input, bounds)?))
    }
}

impl Instance for Graph {
    fn problem(&self) -> &'static dyn Problem {
        &CatAndMouse
    }

    fn text(&self) -> String {
        self.text()
    }

    fn leetcode(&self) -> String {
        self.leetcode()
    }

    fn canonical(&self) -> String {
        self.canonical().text()
    }

    /// The neighbours of each node, with what stands on it.
    fn draw(&self) -> String {
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

    fn solve(&self) -> Outcome {
        solve::graph::solve(self)
    }

    fn describe(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Draw => "0: a draw. Neither side can force a win.".to_owned(),
            Outcome::Mouse { depth } => format!(
                "1: the mouse wins. It reaches the hole on ply {depth} when it hurries and the \
                 cat delays."
            ),
            Outcome::Cat { depth } => {
                let ply = depth.map_or(String::new(), |depth| format!(" on ply {depth}"));
                format!(
                    "2: the cat wins. It has the mouse{ply} when it hurries and the mouse delays."
                )
            }
        }
    }

    fn with_max_plies(&self, _: u32) -> Option<Box<dyn Instance>> {
        None
    }

    fn max_plies(&self) -> Option<u32> {
        None
    }

    fn size(&self) -> usize {
        self.nodes()
    }

    fn cloned(&self) -> Box<dyn Instance> {
        Box::new(self.clone())
    }

    fn simpler(&self) -> Vec<Box<dyn Instance>> {
        let graphs = self.simpler().into_iter();
        graphs.map(|graph| Box::new(graph) as _).collect()
    }

    fn varied(&self, draw: Draw<'_>) -> Box<dyn Instance> {
        Box::new(self.varied(draw))
    }

    fn at(&self, position: Position) -> Option<Box<dyn Instance>> {
        if position.turn == Player::Cat {
            return None;
        }
        self.with_players(position.mouse, position.cat)
            .map(|graph| Box::new(graph) as _)
    }

    fn place(&self, place: u16) -> String {
        match place {
            HOLE => "the hole".to_owned(),
            node => format!("node {node}"),
        }
    }

    /// The nodes on a circle, the hole at the top.
    fn picture(&self) -> Picture {
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
        Picture {
            cells: false,
            places: places.collect(),
            walls: Vec::new(),
            links: links.collect(),
            home: HOLE,
        }
    }

    fn play(&self) -> Box<dyn Play> {
        Box::new(GraphPlay::new(self))
    }

    fn certify(&self) -> Certificate {
        Certificate::of("913", &GraphPlay::new(self), None)
    }

    fn check(&self, certificate: &Certificate) -> Result<(), Refusal> {
        check_graph(self, certificate)
    }

    fn reply(&self, outcome: Outcome) -> &'static str {
        match outcome {
            Outcome::Draw => "0",
            Outcome::Mouse { .. } => "1",
            Outcome::Cat { .. } => "2",
        }
    }
}
