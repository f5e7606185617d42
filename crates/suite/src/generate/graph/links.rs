//! A graph under construction.

use crate::generate::Stream;
use crate::generate::family::{Dice, Drawn};
use cat_and_mouse::game::{Graph, Node};

/// An undirected simple graph as an adjacency matrix.
#[derive(Clone, Debug)]
pub(super) struct Links {
    joined: Vec<Vec<bool>>,
}

impl Links {
    /// Returns a graph without edges. The number of nodes is drawn from the parameter `nodes`.
    pub(super) fn draw(dice: &mut Dice<'_>) -> Self {
        Self::new(dice.count("nodes"))
    }

    fn new(nodes: usize) -> Self {
        let joined = vec![vec![false; nodes]; nodes];
        Self { joined }
    }

    /// Returns the number of nodes.
    pub(super) fn nodes(&self) -> usize {
        self.joined.len()
    }

    /// Joins two nodes. A node is never joined to itself.
    pub(super) fn join(&mut self, a: usize, b: usize) {
        self.set(a, b, true);
    }

    /// Adds the edge between two nodes, or removes it.
    pub(super) fn toggle(&mut self, a: usize, b: usize) {
        self.set(a, b, !self.joined[a][b]);
    }

    fn set(&mut self, a: usize, b: usize, joined: bool) {
        if a != b {
            self.joined[a][b] = joined;
            self.joined[b][a] = joined;
        }
    }

    /// Removes all edges of a node.
    pub(super) fn isolate(&mut self, node: usize) {
        for other in 0..self.nodes() {
            self.set(node, other, false);
        }
    }

    /// Returns the neighbours of `node` in ascending order.
    pub(super) fn neighbours(&self, node: usize) -> Vec<usize> {
        let nodes = 0..self.nodes();
        nodes.filter(|&other| self.joined[node][other]).collect()
    }

    /// Joins every pair of nodes with the same chance in percent.
    pub(super) fn scatter(&mut self, percent: u32, stream: &mut Stream) {
        for a in 0..self.nodes() {
            for b in 0..a {
                self.set(a, b, stream.percent(percent));
            }
        }
    }

    /// Joins pairs of nodes drawn at random, `count` times.
    pub(super) fn chords(&mut self, count: usize, stream: &mut Stream) {
        for _ in 0..count {
            let (a, b) = (stream.below(self.nodes()), stream.below(self.nodes()));
            self.join(a, b);
        }
    }

    /// Returns the graph with these node numbers and with neighbours in random order, or `None`
    /// if it breaks a rule of the game.
    pub(super) fn graph(&self, stream: &mut Stream) -> Option<Graph> {
        let mut adjacency: Vec<Vec<Node>> = (0..self.nodes())
            .map(|node| {
                let neighbours = self.neighbours(node);
                let small = |next| Node::try_from(next).expect("at most 1000 nodes");
                neighbours.into_iter().map(small).collect()
            })
            .collect();
        let all_joined = adjacency.iter().all(|neighbours| !neighbours.is_empty());
        let cat_can_move = adjacency.get(2)?.iter().any(|&next| next != 0);
        if !all_joined || !cat_can_move {
            return None;
        }
        for neighbours in &mut adjacency {
            stream.shuffle(neighbours);
        }
        Some(Graph { adjacency })
    }

    /// Returns [`Self::graph`] as the result of a family.
    pub(super) fn instance(&self, stream: &mut Stream) -> Drawn {
        Some(vec![self.graph(stream)?.into()])
    }

    /// Arranges the nodes in rows of `width` and joins each with the next in its row and column.
    pub(super) fn lay_out(&mut self, width: usize) {
        for node in 0..self.nodes() {
            if node % width != 0 {
                self.join(node, node - 1);
            }
            if node >= width {
                self.join(node, node - width);
            }
        }
    }

    /// Adds as many chords as the parameter `chords` gives, and renumbers the nodes.
    pub(super) fn with_chords(mut self, dice: &mut Dice<'_>) -> Drawn {
        self.chords(dice.count("chords"), dice.stream);
        self.renamed(dice.stream).instance(dice.stream)
    }

    /// Returns the graph with its nodes renumbered at random, so that any of them can be the
    /// hole or a start.
    pub(super) fn renamed(&self, stream: &mut Stream) -> Self {
        let mut names: Vec<usize> = (0..self.nodes()).collect();
        stream.shuffle(&mut names);
        let mut renamed = Self::new(self.nodes());
        for (a, &new) in names.iter().enumerate() {
            for b in self.neighbours(a) {
                renamed.join(new, names[b]);
            }
        }
        renamed
    }
}
