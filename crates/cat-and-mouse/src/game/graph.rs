//! The game of `LeetCode` 913: a cat and a mouse on an undirected graph with a hole at node 0.

use std::collections::VecDeque;
use std::fmt::Write;

/// A node of the graph. The hole is node 0, the mouse starts on node 1, and the cat on node 2.
pub type Node = u16;

/// The mouse's goal, which the cat may not enter.
pub const HOLE: Node = 0;
/// The node on which the mouse starts.
pub const MOUSE_START: Node = 1;
/// The node on which the cat starts.
pub const CAT_START: Node = 2;

/// An instance of the graph game: the neighbours of each node, in the given order. A graph that the
/// parser returns obeys every rule of the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Graph {
    /// `adjacency[v]` lists the neighbours of node `v`.
    pub adjacency: Vec<Vec<Node>>,
}

impl Graph {
    /// Returns the number of nodes.
    pub fn nodes(&self) -> usize {
        self.adjacency.len()
    }

    /// Returns the neighbours of a node, in the given order.
    pub fn neighbours(&self, node: Node) -> &[Node] {
        &self.adjacency[usize::from(node)]
    }

    /// Returns the length of the shortest path from `from` to each node, or `None` for nodes that
    /// cannot be reached.
    pub fn distances(&self, from: Node) -> Vec<Option<u32>> {
        distances(self.nodes(), from, |node| {
            self.neighbours(node).iter().copied()
        })
    }

    /// Returns the nodes to which a cat on `from` can move: all neighbours except the hole. The cat
    /// cannot be in the hole, so it has no moves there.
    pub fn cat_moves(&self, from: Node) -> impl Iterator<Item = Node> + '_ {
        self.neighbours(from)
            .iter()
            .copied()
            .filter(move |&to| from != HOLE && to != HOLE)
    }

    /// Returns whether the cat can be on `node`. The cat can be neither in the hole nor on a node
    /// whose only edge leads to the hole.
    pub fn is_allowed_for_cat(&self, node: Node) -> bool {
        self.cat_moves(node).next().is_some()
    }

    /// Returns the instance in the text form.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n", self.nodes());
        for list in &self.adjacency {
            let _ = write!(text, "{}", list.len());
            for node in list {
                let _ = write!(text, " {node}");
            }
            text.push('\n');
        }
        text
    }

    /// Returns the instance in the `LeetCode` form.
    pub fn leetcode_text(&self) -> String {
        let lists: Vec<String> = self
            .adjacency
            .iter()
            .map(|list| {
                let nodes: Vec<String> = list.iter().map(Node::to_string).collect();
                format!("[{}]", nodes.join(","))
            })
            .collect();
        format!("[{}]\n", lists.join(","))
    }

    /// Returns the graph with node `v` renumbered as `numbers[v]`, and with sorted neighbours.
    pub(crate) fn renumbered(&self, numbers: &[Node]) -> Self {
        let mut adjacency = vec![Vec::new(); self.nodes()];
        for (list, &number) in self.adjacency.iter().zip(numbers) {
            let mut list: Vec<Node> = list.iter().map(|&to| numbers[usize::from(to)]).collect();
            list.sort_unstable();
            adjacency[usize::from(number)] = list;
        }
        Self { adjacency }
    }
}

/// Returns the minimum number of moves from the place `from` to each place, or `None` for places
/// that cannot be reached.
pub fn distances<Moves: IntoIterator<Item = u16>>(
    places: usize,
    from: u16,
    moves: impl Fn(u16) -> Moves,
) -> Vec<Option<u32>> {
    let mut distances = vec![None; places];
    distances[usize::from(from)] = Some(0);
    let mut queue = VecDeque::from([(from, 1)]);
    while let Some((place, next)) = queue.pop_front() {
        for to in moves(place) {
            let distance = &mut distances[usize::from(to)];
            if distance.is_none() {
                *distance = Some(next);
                queue.push_back((to, next + 1));
            }
        }
    }
    distances
}
