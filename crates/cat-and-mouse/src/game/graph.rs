//! The game of `LeetCode` 913: an undirected graph with a hole at node 0.

use std::collections::VecDeque;
use std::fmt::Write;

use super::lines::{Lines, numbers};
use super::literal::{Literal, Value, arguments};
use super::parse::{Bounds, GameError, Notation, excerpt, recognise};

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
    /// Builds a graph of `nodes` nodes from its edges, each given once, in
    /// ascending order of neighbours.
    ///
    /// # Errors
    /// Names the broken rule; the "line" is that of the text form, so node `v`
    /// is on line `v + 2`.
    pub fn from_edges(
        nodes: usize,
        edges: &[(Node, Node)],
        bounds: Bounds,
    ) -> Result<Self, GameError> {
        let mut lists: Vec<(usize, Vec<i64>)> = (0..nodes).map(|v| (v + 2, Vec::new())).collect();
        for &(a, b) in edges {
            for (from, to) in [(a, b), (b, a)] {
                let Some((_, list)) = lists.get_mut(usize::from(from)) else {
                    return Err(GameError::new(
                        1,
                        format!(
                            "edge {a}–{b} names node {from}, but there are {nodes} nodes, from 0 on"
                        ),
                    ));
                };
                list.push(to.into());
            }
        }
        for (_, list) in &mut lists {
            list.sort_unstable();
        }
        build(&lists, 1, bounds)
    }

    /// Reads the stdin text form or the `LeetCode` form.
    ///
    /// # Errors
    /// Names the line, the node and the broken rule.
    pub fn parse(input: &str, bounds: Bounds) -> Result<Self, GameError> {
        let (notation, input) = recognise(input)?;
        match notation {
            Notation::Text => from_text(input, bounds),
            Notation::LeetCode => from_leetcode(input, bounds),
        }
    }

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
    #[must_use]
    pub fn relabelled(&self, names: &[Node]) -> Self {
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

fn from_text(input: &str, bounds: Bounds) -> Result<Graph, GameError> {
    let mut lines = Lines::new(input);
    let (header_line, header) = lines.next("the number of nodes")?;
    let &[nodes] = numbers(header_line, header)?.as_slice() else {
        return Err(GameError::new(
            header_line,
            format!(
                "the first line is {}, but it must hold one number, that of nodes",
                excerpt(header)
            ),
        ));
    };
    check_nodes(header_line, nodes, bounds)?;
    let mut lists = Vec::new();
    for node in 0..nodes {
        let (line, text) = lines.next(&format!("the line of node {node}"))?;
        let numbers = numbers(line, text)?;
        let Some((&count, list)) = numbers.split_first() else {
            return Err(GameError::new(
                line,
                format!(
                    "the line of node {node} is blank; it must hold the number of neighbours, then each"
                ),
            ));
        };
        if count != list.len() as i64 {
            return Err(GameError::new(
                line,
                format!(
                    "node {node} announces {count} neighbours, but {} follow on its line",
                    list.len()
                ),
            ));
        }
        lists.push((line, list.to_vec()));
    }
    lines.finish()?;
    build(&lists, header_line, bounds)
}

fn from_leetcode(input: &str, bounds: Bounds) -> Result<Graph, GameError> {
    let [graph] = arguments(input, ["graph"])?;
    let wrong = |line| {
        GameError::new(
            line,
            "graph must be a list of lists of numbers: [[1,2],[0],[0]]",
        )
    };
    let Value::List(items) = graph.value else {
        return Err(wrong(graph.line));
    };
    let mut lists = Vec::new();
    for Literal { line, value } in items {
        let Value::List(items) = value else {
            return Err(wrong(line));
        };
        let list = items
            .into_iter()
            .map(|item| match item.value {
                Value::Number(node) => Ok(node),
                _ => Err(wrong(item.line)),
            })
            .collect::<Result<Vec<_>, _>>()?;
        lists.push((line, list));
    }
    build(&lists, graph.line, bounds)
}

fn check_nodes(line: usize, nodes: i64, bounds: Bounds) -> Result<(), GameError> {
    let (most, kind) = match bounds {
        Bounds::Contest => (
            50,
            "of contest size (larger ones need `extended = true` in a suite, --extended in a command)",
        ),
        Bounds::Extended => (1000, "beyond contest size"),
    };
    if (3..=most).contains(&nodes) {
        Ok(())
    } else {
        Err(GameError::new(
            line,
            format!("{nodes} nodes; a graph {kind} has 3 to {most}"),
        ))
    }
}

/// Checks every rule of the lists, each of which carries its line.
fn build(
    lists: &[(usize, Vec<i64>)],
    first_line: usize,
    bounds: Bounds,
) -> Result<Graph, GameError> {
    let nodes = lists.len();
    check_nodes(first_line, nodes as i64, bounds)?;
    let mut linked = vec![false; nodes * nodes];
    for (node, (line, list)) in lists.iter().enumerate() {
        let fault = |message: String| Err(GameError::new(*line, format!("node {node} {message}")));
        if list.is_empty() {
            return fault("has no neighbour; every node needs one".to_owned());
        }
        for &to in list {
            if !(0..nodes as i64).contains(&to) {
                return fault(format!(
                    "has neighbour {to}; the nodes are 0 to {}",
                    nodes - 1
                ));
            }
            if to == node as i64 {
                return fault("is its own neighbour; loops are not allowed".to_owned());
            }
            let edge = &mut linked[node * nodes + to as usize];
            if *edge {
                return fault(format!("lists neighbour {to} twice; keep one"));
            }
            *edge = true;
        }
    }
    for (node, (line, list)) in lists.iter().enumerate() {
        for &to in list {
            if !linked[to as usize * nodes + node] {
                return Err(GameError::new(
                    *line,
                    format!(
                        "node {node} lists neighbour {to}, but node {to} does not list {node}; \
                         edges go both ways"
                    ),
                ));
            }
        }
    }
    let (cat_line, cat_list) = &lists[usize::from(CAT_START)];
    if cat_list.iter().all(|&to| to == i64::from(HOLE)) {
        return Err(GameError::new(
            *cat_line,
            "node 2, where the cat starts, leads only into the hole, which the cat may not enter; \
             give it another neighbour",
        ));
    }
    Ok(Graph {
        adjacency: lists
            .iter()
            .map(|(_, list)| list.iter().map(|&to| to as Node).collect())
            .collect(),
    })
}
