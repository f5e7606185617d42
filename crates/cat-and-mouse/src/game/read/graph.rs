//! Graphs from texts, and every rule of them checked.

use super::lines::{Lines, numbers};
use super::literal::{Literal, Value, arguments};
use super::{Bounds, GameError, Notation, beyond, excerpt, fault, recognise};
use crate::game::{CAT_START, Graph, HOLE, Node};

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
                    return Err(fault!(
                        1,
                        "edge {a}–{b} names node {from}, but there are {nodes} nodes, from 0 on"
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
}

fn from_text(input: &str, bounds: Bounds) -> Result<Graph, GameError> {
    let mut lines = Lines::new(input);
    let (header_line, header) = lines.next("the number of nodes")?;
    let &[nodes] = numbers(header_line, header)?.as_slice() else {
        return Err(fault!(
            header_line,
            "the first line is {}, but it must hold one number, that of nodes",
            excerpt(header)
        ));
    };
    check_nodes(header_line, nodes, bounds)?;
    let mut lists = Vec::new();
    for node in 0..nodes {
        let (line, text) = lines.next(&format!("the line of node {node}"))?;
        let numbers = numbers(line, text)?;
        let Some((&count, list)) = numbers.split_first() else {
            return Err(fault!(
                line,
                "the line of node {node} is blank; it must hold the number of neighbours, then each"
            ));
        };
        if count != list.len() as i64 {
            return Err(fault!(
                line,
                "node {node} announces {count} neighbours, but {} follow on its line",
                list.len()
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
    let most = match bounds {
        Bounds::Contest => 50,
        Bounds::Extended => 1000,
    };
    if (3..=most).contains(&nodes) {
        Ok(())
    } else {
        Err(fault!(
            line,
            "{nodes} nodes; a graph {} has 3 to {most}",
            beyond(bounds)
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
        let fault = |message: String| Err(fault!(*line, "node {node} {message}"));
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
                return Err(fault!(
                    *line,
                    "node {node} lists neighbour {to}, but node {to} does not list {node}; \
                         edges go both ways"
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
