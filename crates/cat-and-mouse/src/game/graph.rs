//! The game of `LeetCode` 913: an undirected graph with a hole at node 0.

use std::collections::VecDeque;
use std::fmt::Write;

/// A node of the graph. The mouse starts on 1, the cat on 2, the hole is 0.
pub type Node = u16;

/// The node the mouse wants to reach and the cat may not enter.
pub const HOLE: Node = 0;
/// Where the mouse starts.
pub const MOUSE_START: Node = 1;
/// Where the cat starts.
pub const CAT_START: Node = 2;

/// One instance of the graph game: the neighbours of each node, in the order
/// given. A value that comes from the parser satisfies every rule of the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Graph {
    /// `adjacency[v]` lists the neighbours of node `v`.
    pub adjacency: Vec<Vec<Node>>,
}

impl Graph {
    /// Number of nodes.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.adjacency.len()
    }

    /// The neighbours of a node, in the order given.
    #[must_use]
    pub fn neighbours(&self, node: Node) -> &[Node] {
        &self.adjacency[usize::from(node)]
    }

    /// Edges on the shortest way from a node to each; `None` where there is none.
    #[must_use]
    pub fn distances(&self, from: Node) -> Vec<Option<u32>> {
        distances(self.nodes(), from, |node| {
            self.neighbours(node).iter().copied()
        })
    }

    /// Where a cat on `from` may go: along an edge, but not into the hole.
    pub fn cat_moves(&self, from: Node) -> impl Iterator<Item = Node> + '_ {
        self.neighbours(from)
            .iter()
            .copied()
            .filter(|&to| to != HOLE)
    }

    /// Whether the cat can ever stand on `node`: not in the hole, and not
    /// where the only edge leads into it.
    #[must_use]
    pub fn holds_cat(&self, node: Node) -> bool {
        node != HOLE && self.cat_moves(node).next().is_some()
    }

    /// The stdin text form.
    #[must_use]
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

    /// The `LeetCode` form.
    #[must_use]
    pub fn leetcode(&self) -> String {
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

    /// The same graph with node `v` called `names[v]`, neighbours ascending.
    pub(crate) fn relabelled(&self, names: &[Node]) -> Self {
        let mut adjacency = vec![Vec::new(); self.nodes()];
        for (list, &name) in self.adjacency.iter().zip(names) {
            let mut list: Vec<Node> = list.iter().map(|&to| names[usize::from(to)]).collect();
            list.sort_unstable();
            adjacency[usize::from(name)] = list;
        }
        Self { adjacency }
    }
}

/// Fewest moves from a place to each of so many; `None` where none lead.
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
