//! The game of `LeetCode` 913: an undirected graph with a hole at node 0.

/// A node of the graph. The mouse starts on 1, the cat on 2, the hole is 0.
pub type Node = u16;

/// One instance of the graph game: the neighbours of each node, in the order
/// given. A value that comes from the parser satisfies every rule of the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Graph {
    /// `adjacency[v]` lists the neighbours of node `v`.
    pub adjacency: Vec<Vec<Node>>,
}
