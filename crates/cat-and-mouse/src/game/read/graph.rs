//! Reads graphs and checks that they obey the rules.

use super::lines::{Lines, read_integers};
use super::literal::{Literal, Value, read_arguments};
use super::{
    Bounds, BrokenRule, InstanceError, MAX_CONTEST_NODES, Notation, detect_notation, excerpt,
};
use crate::game::{CAT_START, Graph, HOLE, Node};

impl Graph {
    /// Builds a graph of `nodes` nodes from its edges, each given once. The neighbours of each node
    /// are in ascending order. Returns `None` if the graph breaks a rule of the game.
    ///
    /// # Panics
    /// Panics if an edge has an end that is not a node.
    pub fn from_edges(nodes: usize, edges: &[(Node, Node)]) -> Option<Self> {
        let mut lists: Vec<(usize, Vec<i64>)> = vec![(1, Vec::new()); nodes];
        for &(a, b) in edges {
            lists[usize::from(a)].1.push(b.into());
            lists[usize::from(b)].1.push(a.into());
        }
        for (_, list) in &mut lists {
            list.sort_unstable();
        }
        build_graph(&lists, 1, Bounds::Extended).ok()
    }

    /// Reads a graph, in the text form that programs read from standard input or in the `LeetCode`
    /// form.
    ///
    /// # Errors
    /// Returns the line and the broken rule. The rule contains the node if it is about a node.
    pub fn parse(input: &str, bounds: Bounds) -> Result<Self, InstanceError> {
        let (notation, input) = detect_notation(input)?;
        match notation {
            Notation::Text => from_text(input, bounds),
            Notation::LeetCode => from_leetcode(input, bounds),
        }
    }
}

fn from_text(input: &str, bounds: Bounds) -> Result<Graph, InstanceError> {
    let mut lines = Lines::new(input);
    let (header_line, header) = lines.next(format_args!("the number of nodes"))?;
    let &[nodes] = read_integers(header_line, header)?.as_slice() else {
        let text = excerpt(header);
        return Err(BrokenRule::GraphHeader { text }.on_line(header_line));
    };
    check_node_count(header_line, nodes, bounds)?;
    let mut lists = Vec::new();
    for node in 0..nodes {
        let (line, text) = lines.next(format_args!("the line of node {node}"))?;
        let numbers = read_integers(line, text)?;
        let Some((&count, list)) = numbers.split_first() else {
            return Err(BrokenRule::BlankNode { node }.on_line(line));
        };
        if count != list.len() as i64 {
            let rule = BrokenRule::NeighbourCount {
                node,
                announced: count,
                found: list.len(),
            };
            return Err(rule.on_line(line));
        }
        lists.push((line, list.to_vec()));
    }
    lines.expect_end()?;
    build_graph(&lists, header_line, bounds)
}

fn from_leetcode(input: &str, bounds: Bounds) -> Result<Graph, InstanceError> {
    let [graph] = read_arguments(input, ["graph"])?;
    let wrong = |line| BrokenRule::NoListOfLists.on_line(line);
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
    build_graph(&lists, graph.line, bounds)
}

fn check_node_count(line: usize, nodes: i64, bounds: Bounds) -> Result<(), InstanceError> {
    let max = match bounds {
        Bounds::Contest => MAX_CONTEST_NODES,
        Bounds::Extended => 1000,
    };
    if (3..=max).contains(&nodes) {
        return Ok(());
    }
    Err(BrokenRule::Nodes { nodes, max }.on_line(line))
}

/// Checks every rule and builds the graph from the neighbours of each node. Each list of neighbours
/// is paired with its line number.
fn build_graph(
    lists: &[(usize, Vec<i64>)],
    first_line: usize,
    bounds: Bounds,
) -> Result<Graph, InstanceError> {
    let nodes = lists.len();
    check_node_count(first_line, nodes as i64, bounds)?;
    let mut linked = vec![false; nodes * nodes];
    for (node, (line, list)) in lists.iter().enumerate() {
        let broken = |rule: BrokenRule| Err(rule.on_line(*line));
        if list.is_empty() {
            return broken(BrokenRule::NoNeighbour { node });
        }
        for &neighbour in list {
            if !(0..nodes as i64).contains(&neighbour) {
                return broken(BrokenRule::NoSuchNeighbour {
                    node,
                    neighbour,
                    last: nodes - 1,
                });
            }
            if neighbour == node as i64 {
                return broken(BrokenRule::OwnNeighbour { node });
            }
            let edge = &mut linked[node * nodes + neighbour as usize];
            if *edge {
                return broken(BrokenRule::RepeatedNeighbour { node, neighbour });
            }
            *edge = true;
        }
    }
    for (node, (line, list)) in lists.iter().enumerate() {
        for &neighbour in list {
            if !linked[neighbour as usize * nodes + node] {
                return Err(BrokenRule::OneWayEdge { node, neighbour }.on_line(*line));
            }
        }
    }
    let (cat_line, cat_list) = &lists[usize::from(CAT_START)];
    if cat_list.iter().all(|&to| to == i64::from(HOLE)) {
        return Err(BrokenRule::TrappedCat.on_line(*cat_line));
    }
    Ok(Graph {
        adjacency: lists
            .iter()
            .map(|(_, list)| list.iter().map(|&to| to as Node).collect())
            .collect(),
    })
}
