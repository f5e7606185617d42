//! Generates random and exhaustive instances for the tests of the solvers.

use rand::Rng;
use rand::RngExt;

use crate::game::{Graph, Grid, Node, tests};

/// Returns a random board of this size with a random proportion of walls and random jumps.
pub(crate) fn grid(rng: &mut impl Rng, rows: usize, cols: usize) -> Grid {
    let density = rng.random_range(0.0..0.6);
    let mut cells: Vec<char> = (0..rows * cols)
        .map(|_| if rng.random_bool(density) { '#' } else { '.' })
        .collect();
    for piece in ['C', 'M', 'F'] {
        loop {
            let at = rng.random_range(0..cells.len());
            if matches!(cells[at], '.' | '#') {
                cells[at] = piece;
                break;
            }
        }
    }
    let rows: Vec<String> = cells.chunks(cols).map(|row| row.iter().collect()).collect();
    let mut jump = || {
        // Shorter jumps lead to longer games.
        if rng.random_bool(0.7) {
            rng.random_range(1..=3)
        } else {
            rng.random_range(1..=8)
        }
    };
    tests::grid(&rows.join("/"), jump(), jump())
}

/// Returns a random graph of this size, connected or not, with a random proportion of edges.
pub(crate) fn graph(rng: &mut impl Rng, nodes: usize) -> Graph {
    let share = 2_f64.powf(rng.random_range(-4.0..0.0));
    let pairs = (0..nodes as Node).flat_map(|a| (a + 1..nodes as Node).map(move |b| (a, b)));
    let mut edges: Vec<(Node, Node)> = pairs.filter(|_| rng.random_bool(share)).collect();
    for node in 0..nodes as Node {
        let lonely = !edges.iter().any(|&(a, b)| a == node || b == node);
        if lonely {
            let other = (node + rng.random_range(1..nodes as Node)) % nodes as Node;
            edges.push((node.min(other), node.max(other)));
        }
    }
    if !edges.iter().any(|&(a, b)| (a == 2 || b == 2) && a != 0) {
        edges.push((1, 2));
    }
    Graph::from_edges(nodes, &edges).expect("a legal graph")
}

/// Calls `visit` with every legal graph of `nodes` labelled nodes.
pub(crate) fn every_graph(nodes: Node, visit: &mut impl FnMut(&Graph)) {
    let pairs = (0..nodes).flat_map(|a| (a + 1..nodes).map(move |b| (a, b)));
    for mask in 0_u32..1 << pairs.clone().count() {
        let chosen = (0..)
            .zip(pairs.clone())
            .filter(|(bit, _)| mask >> bit & 1 == 1);
        let edges: Vec<(Node, Node)> = chosen.map(|(_, edge)| edge).collect();
        if let Some(graph) = Graph::from_edges(nodes.into(), &edges) {
            visit(&graph);
        }
    }
}
