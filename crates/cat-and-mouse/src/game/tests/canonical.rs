//! Tests of canonical forms.

use proptest::prelude::*;

use super::{any_graph, any_grid, grid};
use crate::game::{Bounds, Graph, Grid, Node};

proptest! {
    #[test]
    fn all_eight_symmetries_of_a_board_have_one_canonical_form(board in any_grid()) {
        let canonical = board.canonical_text();
        let mut turned = board;
        for turn in 0..8 {
            prop_assert_eq!(turned.canonical_text(), canonical.clone());
            turned = if turn % 2 == 0 { turned.flipped_vertically() } else { turned.transposed() };
        }
    }

    #[test]
    fn relabelled_graphs_have_one_canonical_form(
        (graph, names) in any_graph().prop_flat_map(|graph| {
            let names = Just((3..graph.nodes() as Node).collect::<Vec<_>>()).prop_shuffle();
            (Just(graph), names)
        })
    ) {
        let names: Vec<Node> = (0..3).chain(names).collect();
        prop_assert_eq!(graph.renumbered(&names).canonical_form(), graph.canonical_form());
    }
}

/// Returns the graph with these edges, which can be in any order.
fn graph(edges: &[(Node, Node)]) -> Graph {
    let nodes = edges.iter().map(|&(a, b)| a.max(b)).max().unwrap_or(0) + 1;
    Graph::from_edges(nodes.into(), edges).unwrap()
}

/// Returns every pair of nodes in a range.
fn complete(nodes: std::ops::Range<Node>) -> Vec<(Node, Node)> {
    let end = nodes.end;
    nodes
        .flat_map(|a| (a + 1..end).map(move |b| (a, b)))
        .collect()
}

/// Returns the same graph with nodes 3 and higher numbered in other ways.
fn renamed(graph: &Graph) -> impl Iterator<Item = Graph> {
    let others = graph.nodes() as Node - 3;
    (0..others).map(move |turn| {
        let names = (0..others).map(|node| 3 + (node + turn) % others);
        let names: Vec<Node> = (0..3).chain(names).collect();
        graph.renumbered(&names)
    })
}

#[test]
fn renumbered_copies_of_a_graph_have_one_canonical_form() {
    // The hole and the players on a path; a triangle and a square, where every node
    // has two neighbours with two neighbours; eight nodes that are all twins.
    let mut edges = vec![(0, 1), (1, 2), (3, 4), (4, 5), (3, 5)];
    edges.extend([(6, 7), (7, 8), (8, 9), (6, 9)]);
    edges.extend(complete(10..18));
    // Distant nodes distinguish the nodes of a path.
    let path = (0..49).map(|node| (node, node + 1)).collect();
    for graph in [&edges, &path].map(|edges| graph(edges)) {
        let canonical = graph.canonical_form();
        for other in renamed(&graph) {
            assert_eq!(other.canonical_form(), canonical);
        }
    }
    let few = Graph::from_edges(10, &edges[..9]).unwrap();
    // The triangle comes first, because this order gives the smallest adjacency lists.
    let expected = "[[1],[0,2],[1],[4,5],[3,5],[3,4],[7,8],[6,9],[6,9],[7,8]]\n";
    assert_eq!(few.canonical_form().leetcode_text(), expected);
}

#[test]
fn only_symmetric_boards_have_the_same_canonical_form() {
    let canonical = "1 7 1 4\nF...C.M\n";
    for (rows, mouse_jump, is_same) in [
        ("M.C...F", 4, true),
        ("F...C.M", 4, true),
        ("M/./C/./././F", 4, true),
        ("M.C...F", 3, false),
        ("M.C..F.", 4, false),
    ] {
        let form = grid(rows, 1, mouse_jump).canonical_text();
        assert_eq!(form == canonical, is_same, "{rows} {mouse_jump}");
    }
    let shorter = Grid {
        max_plies: 9,
        ..grid("M.C...F", 1, 4)
    };
    assert_ne!(shorter.canonical_text(), canonical);
}

#[test]
fn canonical_form_of_a_graph_with_many_ties_is_a_relabelling() {
    for nodes in [10, 20, 50_u16] {
        let ring: Vec<(Node, Node)> = (0..nodes).map(|v| (v, (v + 1) % nodes)).collect();
        let pairs = (0..nodes / 2).flat_map(|v| [(2 * v, 2 * v + 1), (v, v + nodes / 2)]);
        for edges in [complete(0..nodes), ring, pairs.collect()] {
            let graph = Graph::from_edges(nodes.into(), &edges).unwrap();
            let canonical = graph.canonical_form();
            let degrees = |graph: &Graph| {
                let mut list: Vec<usize> = graph.adjacency.iter().map(Vec::len).collect();
                list.sort_unstable();
                list
            };
            assert_eq!(degrees(&canonical), degrees(&graph));
            let read = Graph::parse(&canonical.text(), Bounds::Contest);
            assert_eq!(read, Ok(canonical));
        }
    }
}
