//! A graph under construction, to which the graph families add edges.

use crate::generate::RandomStream;
use crate::generate::family::{DrawContext, DrawnInstances};
use cat_and_mouse::game::{CAT_START, Graph, Node};

/// An undirected simple graph as an adjacency matrix.
#[derive(Clone, Debug)]
pub(super) struct GraphBuilder {
    edges: Vec<Vec<bool>>,
}

impl GraphBuilder {
    /// Returns a graph without edges. The parameter `nodes` is the range of the number of nodes.
    pub(super) fn without_edges(context: &mut DrawContext<'_>) -> Self {
        Self::new(context.draw_usize("nodes"))
    }

    fn new(nodes: usize) -> Self {
        let edges = vec![vec![false; nodes]; nodes];
        Self { edges }
    }

    /// Returns the number of nodes.
    pub(super) fn nodes(&self) -> usize {
        self.edges.len()
    }

    /// Adds an edge between two nodes, unless they are the same node.
    pub(super) fn add_edge(&mut self, a: usize, b: usize) {
        self.set_edge(a, b, true);
    }

    /// Adds an edge between two nodes, or removes it if it exists.
    pub(super) fn toggle_edge(&mut self, a: usize, b: usize) {
        self.set_edge(a, b, !self.edges[a][b]);
    }

    fn set_edge(&mut self, a: usize, b: usize, joined: bool) {
        if a != b {
            self.edges[a][b] = joined;
            self.edges[b][a] = joined;
        }
    }

    /// Removes all edges of a node.
    pub(super) fn isolate_node(&mut self, node: usize) {
        for other in 0..self.nodes() {
            self.set_edge(node, other, false);
        }
    }

    /// Returns the neighbours of `node` in ascending order.
    pub(super) fn neighbours(&self, node: usize) -> Vec<usize> {
        let nodes = 0..self.nodes();
        nodes.filter(|&other| self.edges[node][other]).collect()
    }

    /// Returns every pair of different nodes once, with the larger node first.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        (0..self.nodes()).flat_map(|a| (0..a).map(move |b| (a, b)))
    }

    /// Joins every pair of nodes with the same probability, given in percent.
    pub(super) fn randomize_edges(&mut self, percent: u32, stream: &mut RandomStream) {
        for a in 0..self.nodes() {
            for b in 0..a {
                self.set_edge(a, b, stream.random_bool(percent));
            }
        }
    }

    /// Adds edges between `count` random pairs of nodes.
    pub(super) fn add_chords(&mut self, count: usize, stream: &mut RandomStream) {
        for _ in 0..count {
            let (a, b) = stream.random_pair_below(self.nodes());
            self.add_edge(a, b);
        }
    }

    /// Returns the finished graph, with the neighbours of each node in random order. Returns `None`
    /// if the graph breaks a rule of the game.
    pub(super) fn to_graph(&self, stream: &mut RandomStream) -> Option<Graph> {
        let small = |node| Node::try_from(node).expect("at most 1000 nodes");
        let neighbours = |node| self.neighbours(node).into_iter().map(small).collect();
        let mut graph = Graph {
            adjacency: (0..self.nodes()).map(neighbours).collect(),
        };
        // A graph from a symmetric matrix without loops can break only these two rules.
        let mut lists = graph.adjacency.iter();
        if lists.any(Vec::is_empty) || !graph.is_allowed_for_cat(CAT_START) {
            return None;
        }
        for neighbours in &mut graph.adjacency {
            stream.shuffle(neighbours);
        }
        Some(graph)
    }

    /// Wraps the result of [`Self::to_graph`] in the type that a family's draw function returns.
    pub(super) fn to_instance(&self, stream: &mut RandomStream) -> DrawnInstances {
        Some(vec![self.to_graph(stream)?.into()])
    }

    /// Arranges the nodes in rows of `width` nodes, and joins each node to the next node in its row
    /// and in its column.
    pub(super) fn add_grid_edges(&mut self, width: usize) {
        for node in 0..self.nodes() {
            if node % width != 0 {
                self.add_edge(node, node - 1);
            }
            if node >= width {
                self.add_edge(node, node - width);
            }
        }
    }

    /// Adds random edges, renumbers the nodes at random, and returns the finished graph. The
    /// parameter `chords` is the range of the number of added edges.
    pub(super) fn with_random_chords(mut self, context: &mut DrawContext<'_>) -> DrawnInstances {
        self.add_chords(context.draw_usize("chords"), context.stream);
        self.renumbered(context.stream).to_instance(context.stream)
    }

    /// Returns the graph with its nodes renumbered at random, so that any node can become the hole
    /// or the start of a player.
    pub(super) fn renumbered(&self, stream: &mut RandomStream) -> Self {
        let mut names: Vec<usize> = (0..self.nodes()).collect();
        stream.shuffle(&mut names);
        let mut renamed = Self::new(self.nodes());
        for (a, &new) in names.iter().enumerate() {
            for b in self.neighbours(a) {
                renamed.add_edge(new, names[b]);
            }
        }
        renamed
    }
}
