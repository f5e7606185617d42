//! Regular graphs: cycles, ladders, grids, complete and bipartite graphs.

use super::graph_builder::GraphBuilder;
use crate::generate::family::{DrawContext, DrawnInstances};

/// A ring through all nodes, around which both animals can run forever. The family catches searches
/// that stop too early, or never, when positions repeat.
///
/// ```text
/// 0───1───3
/// │       │
/// 5───2───4
/// ```
pub(in super::super) fn cycle_graph(context: &mut DrawContext<'_>) -> DrawnInstances {
    let mut builder = GraphBuilder::without_edges(context);
    for node in 0..builder.nodes() {
        builder.add_edge(node, (node + 1) % builder.nodes());
    }
    builder.with_random_chords(context)
}

/// Two paths joined by rungs. While the mouse runs along one path, the cat can keep level with it
/// on the other path, so the parity of their distance decides the game. The family catches cache
/// keys that omit the player to move.
///
/// ```text
/// 1───3───5───0
/// │   │   │   │
/// 6───2───4───7
/// ```
pub(in super::super) fn ladder_graph(context: &mut DrawContext<'_>) -> DrawnInstances {
    let mut builder = GraphBuilder::without_edges(context);
    builder.add_grid_edges(2);
    builder.with_random_chords(context)
}

/// A rectangular grid, whose last row may be shorter. Such a graph has many shortest paths and no
/// odd cycle. The family catches programs that assume that the cat always follows a shortest path.
///
/// ```text
/// 1───3───0
/// │   │   │
/// 4───5───6
/// │   │
/// 2───7
/// ```
pub(in super::super) fn grid_graph(context: &mut DrawContext<'_>) -> DrawnInstances {
    let mut builder = GraphBuilder::without_edges(context);
    builder.add_grid_edges(context.draw_usize("width"));
    builder.with_random_chords(context)
}

/// A complete graph from which about `missing` percent of the edges are removed. On most of these
/// graphs, the mouse wins with its first move. The family catches programs that let the cat move
/// first.
///
/// ```text
/// 0───1
/// │ X │
/// 2───3
/// ```
pub(in super::super) fn complete_graph(context: &mut DrawContext<'_>) -> DrawnInstances {
    let mut builder = GraphBuilder::without_edges(context);
    builder.randomize_edges(100 - context.draw_parameter("missing"), context.stream);
    builder.to_instance(context.stream)
}

/// A bipartite graph: two sides, with edges only between the sides. Whenever the cat is to move,
/// the distance between the animals has the same parity. If this distance is even, the cat cannot
/// catch a mouse that keeps away from it. The family catches searches that wrongly let an animal
/// stay where it is.
///
/// ```text
/// 0   3   1
/// │ X │ X │
/// 4   2   5
/// ```
pub(in super::super) fn bipartite_graph(context: &mut DrawContext<'_>) -> DrawnInstances {
    let mut builder = GraphBuilder::without_edges(context);
    let left = 1 + context.stream.random_below(builder.nodes() - 1);
    let density = context.draw_parameter("density");
    for a in 0..left {
        for b in left..builder.nodes() {
            if context.stream.random_bool(density) {
                builder.add_edge(a, b);
            }
        }
    }
    builder
        .renumbered(context.stream)
        .to_instance(context.stream)
}
