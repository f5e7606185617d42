//! Small changes to the edge lists of graphs.

use super::RandomSource;
use crate::game::{CAT_START, Graph, HOLE, MOUSE_START, Node};

/// The edges of a graph. Each edge is listed once, with the smaller node first.
struct Edges {
    nodes: usize,
    edges: Vec<(Node, Node)>,
}

impl Edges {
    fn from_graph(graph: &Graph) -> Self {
        let mut edges = Vec::new();
        for (node, list) in (0..).zip(&graph.adjacency) {
            edges.extend(list.iter().map(|&to| (node.min(to), node.max(to))));
        }
        edges.sort_unstable();
        edges.dedup();
        Self {
            nodes: graph.nodes(),
            edges,
        }
    }

    /// Returns the graph with these edges, or `None` if the graph breaks a rule of the game.
    fn to_graph(&self) -> Option<Graph> {
        Graph::from_edges(self.nodes, &self.edges)
    }

    /// Removes the node `gone`. If there is an `heir`, that node takes the number of the removed
    /// node. Then higher nodes are renumbered to close the gap.
    fn without_node(&self, gone: Node, heir: Option<Node>) -> Self {
        let name = |node: Node| {
            let node = if heir == Some(node) { gone } else { node };
            let gap = heir.unwrap_or(gone);
            node - Node::from(node > gap)
        };
        let kept = self.edges.iter().filter(|&&(a, b)| a != gone && b != gone);
        Self {
            nodes: self.nodes - 1,
            edges: kept.map(|&(a, b)| (name(a), name(b))).collect(),
        }
    }
}

impl Graph {
    /// Returns every graph that is one simplification away, with the biggest simplifications first:
    ///
    /// - A node is removed. If the node was the hole or a starting node, a neighbour replaces it.
    /// - An edge is removed together with its two nodes.
    /// - An edge is removed.
    /// - The hole or a player moves to another node, or the nodes get their canonical numbers.
    ///
    /// Graphs are compared by the number of nodes, then the number of edges, then the adjacency
    /// lists. Every step leads to a smaller graph, so every chain of steps ends.
    pub fn simplifications(&self) -> Vec<Self> {
        let all = Edges::from_graph(self);
        let nodes = self.nodes() as Node;
        let mut found = Vec::new();
        for gone in (0..nodes).rev() {
            if gone > CAT_START {
                found.extend(all.without_node(gone, None).to_graph());
                continue;
            }
            let heirs = self.neighbours(gone).iter().filter(|&&to| to > CAT_START);
            found.extend(heirs.filter_map(|&heir| all.without_node(gone, Some(heir)).to_graph()));
        }
        for &(a, b) in all.edges.iter().filter(|&&(a, _)| a > CAT_START) {
            found.extend(all.without_node(b, None).without_node(a, None).to_graph());
        }
        for index in 0..all.edges.len() {
            let mut edges = all.edges.clone();
            edges.remove(index);
            let less = Edges {
                nodes: all.nodes,
                edges,
            };
            found.extend(less.to_graph());
        }
        // Move the hole or a player to another node, or number the nodes canonically.
        let mut named = vec![self.canonical_form()];
        for a in 0..=CAT_START {
            named.extend((a..nodes).skip(1).map(|b| self.with_nodes_exchanged(a, b)));
        }
        let earlier = named.into_iter().filter(|graph| {
            graph.adjacency < self.adjacency && graph.is_allowed_for_cat(CAT_START)
        });
        found.extend(earlier);
        found
    }

    /// Returns the graph renumbered so that the mouse and the cat start on these nodes, or `None`
    /// if the game cannot start there.
    pub fn with_players_at(&self, mouse: Node, cat: Node) -> Option<Self> {
        if mouse == cat || mouse == HOLE || !self.is_allowed_for_cat(cat) {
            return None;
        }
        let named = self.with_nodes_exchanged(mouse, MOUSE_START);
        // If the cat is on node 1, that node has just been renamed.
        let cat = if cat == MOUSE_START { mouse } else { cat };
        Some(named.with_nodes_exchanged(cat, CAT_START))
    }

    /// Returns the graph with the numbers of two nodes exchanged, and with sorted neighbours.
    fn with_nodes_exchanged(&self, a: Node, b: Node) -> Self {
        let mut names: Vec<Node> = (0..self.nodes() as Node).collect();
        names.swap(usize::from(a), usize::from(b));
        self.renumbered(&names)
    }

    /// Adds or removes a random edge, or moves the hole or a player to another node. Returns an
    /// unchanged graph if the change would break a rule.
    #[must_use]
    pub fn random_variation(&self, random: RandomSource<'_>) -> Self {
        let nodes = self.nodes();
        let a = random(nodes) as Node;
        let b = random(nodes) as Node;
        if a == b {
            return self.clone();
        }
        if random(8) == 0 {
            let named = self.with_nodes_exchanged(a % 3, b);
            return if named.is_allowed_for_cat(CAT_START) {
                named
            } else {
                self.clone()
            };
        }
        let mut changed = Edges::from_graph(self);
        let edge = (a.min(b), a.max(b));
        match changed.edges.iter().position(|&other| other == edge) {
            Some(place) => drop(changed.edges.remove(place)),
            None => changed.edges.push(edge),
        }
        changed.to_graph().unwrap_or_else(|| self.clone())
    }
}

#[cfg(test)]
mod tests {
    use crate::game::{Bounds, Graph};

    fn parse_graph(input: &str) -> Graph {
        Graph::parse(input, Bounds::Contest).unwrap()
    }

    #[test]
    fn simplifications_include_every_kind_of_legal_edit() {
        let square = "[[1,2,3],[0,2,3],[0,1,3],[0,1,2]]";
        let path = "[[4],[4],[3],[2,4],[0,1,3]]";
        let tail = "[[1,3],[0,2,3],[1],[0,1]]";
        let crossed = "[[1,3],[0,2,3],[1,3],[0,1,2]]";
        let apart = "[[1],[0],[3],[2],[5,6],[4,6],[4,5]]";
        let spare = "[[1],[0,2],[1],[4],[3]]";
        for (graph, simpler) in [
            (square, "[[1,2],[0,2],[0,1]]"),           // A node is removed.
            (square, "[[1,2],[0,2,3],[0,1,3],[1,2]]"), // An edge is removed.
            (square, "[[1,2,3],[0,2,3],[0,1],[0,1]]"), // Another edge is removed.
            (path, "[[3],[3],[3],[0,1,2]]"), // A neighbour becomes the cat's starting node.
            (tail, "[[1],[0,2],[1]]"),       // A node is removed.
            (spare, "[[1],[0,2],[1]]"),      // An edge is removed together with its two nodes.
        ] {
            let found = parse_graph(graph).simplifications();
            assert!(found.contains(&parse_graph(simpler)), "{graph} {simpler}");
        }
        for (graph, other) in [
            // No neighbour of the cat's starting node can replace it.
            (tail, "[[1,2],[0,2],[0,1]]"),
            // The cat's starting node does not replace the mouse's starting node.
            (crossed, "[[2],[2],[0,1]]"),
            // The edge of the cat's starting node is not removed.
            (apart, "[[1],[0],[3,4],[2,4],[2,3]]"),
        ] {
            let found = parse_graph(graph).simplifications();
            assert!(!found.contains(&parse_graph(other)), "{graph} {other}");
        }
    }

    #[test]
    fn with_players_at_puts_both_players_on_the_given_nodes() {
        // A path 0–1–2–3–4 with the mouse on 2 and the cat on 1.
        let path = parse_graph("[[1],[0,2],[1,3],[2,4],[3]]");
        let moved = path.with_players_at(2, 1).unwrap();
        assert_eq!(moved, parse_graph("[[2],[2,3],[0,1],[1,4],[3]]"));
        assert_eq!(path.with_players_at(1, 2).as_ref(), Some(&path));
        assert_eq!(path.with_players_at(0, 2), None, "the mouse is in the hole");
        assert_eq!(path.with_players_at(2, 0), None, "the cat is in the hole");
    }

    #[test]
    fn random_numbers_determine_the_variation() {
        let path = "[[1],[0,2],[1,3],[2]]";
        let ring = "[[1,3],[0,2],[1,3],[0,2]]";
        let tail = "[[1,3],[0,2],[1],[0]]";
        for (from, draws, to) in [
            (path, &[1, 3, 1][..], "[[1],[0,2,3],[1,3],[1,2]]"),
            (ring, &[3, 2, 7], "[[1,3],[0,2],[1],[0]]"),
            (path, &[3, 1, 0], "[[1,2],[0],[0,3],[2]]"),
            (path, &[2, 2], path),
            (path, &[3, 2, 1], path),
            (tail, &[2, 3, 0], tail),
        ] {
            let mut draws = draws.iter();
            let varied = parse_graph(from).random_variation(&mut |_| *draws.next().unwrap());
            assert_eq!(varied, parse_graph(to), "from {from}");
            assert_eq!(draws.next(), None);
        }
    }
}
