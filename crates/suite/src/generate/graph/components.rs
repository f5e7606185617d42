//! Graphs with a special structure: two components, a ring, or leaves attached to the hole.

use super::graph_builder::GraphBuilder;
use crate::generate::family::{DrawContext, DrawnInstances};

/// Two separate components. Animals in different components never meet, and a mouse in the
/// component without the hole never reaches it. The family catches programs that assume that all
/// distances are finite, or that every position without a win is a loss.
///
/// ```text
/// 0───1   2───4
///  \ /     \ /
///   3       5
/// ```
pub(in super::super) fn disconnected_graph(context: &mut DrawContext<'_>) -> DrawnInstances {
    let mut builder = GraphBuilder::without_edges(context);
    let first = 2 + context.stream.random_below(builder.nodes() - 3);
    let density = context.draw_parameter("density");
    for (a, b) in builder.pairs() {
        if (a < first) == (b < first) && context.stream.random_bool(density) {
            builder.add_edge(a, b);
        }
    }
    builder
        .renumbered(context.stream)
        .to_instance(context.stream)
}

/// Leaf nodes whose only neighbour is the hole. The mouse may start on such a leaf; the cat can
/// never reach the leaf. The family catches programs that let the cat walk through the hole, or
/// that count the hole in the degree of a node.
///
/// ```text
/// 5──0──1──3──2
///   / \    │ /
///  6   7   4
/// ```
pub(in super::super) fn hole_leaf(context: &mut DrawContext<'_>) -> DrawnInstances {
    let mut builder = GraphBuilder::without_edges(context);
    builder.randomize_edges(context.draw_parameter("density"), context.stream);
    builder.isolate_node(0);
    let ways = context.draw_parameter("ways");
    for node in 1..builder.nodes() {
        if context.stream.random_bool(ways) {
            builder.add_edge(0, node);
        }
    }
    // The cat must not start on a leaf, but the mouse may.
    let mut others: Vec<usize> = (1..builder.nodes()).filter(|&node| node != 2).collect();
    context.stream.shuffle(&mut others);
    for leaf in others.into_iter().take(context.draw_usize("leaves")) {
        builder.isolate_node(leaf);
        builder.add_edge(0, leaf);
    }
    builder.to_instance(context.stream)
}

/// A ring on which the mouse can run, and a path to the hole that the cat can guard. Neither player
/// can do better, so the game is a draw. The family catches programs that report draws as cat wins,
/// or that treat a ply limit as a win.
///
/// ```text
/// 1───5───6
/// │       │
/// 4───7───8───2───0
/// ```
pub(in super::super) fn roundabout(context: &mut DrawContext<'_>) -> DrawnInstances {
    let mut builder = GraphBuilder::without_edges(context);
    let count = builder.nodes();
    let ring = context.draw_usize("ring").min(count - 3);
    // Node 0 is the hole, and the cat starts on node 2. All other nodes are shuffled.
    let mut rest: Vec<usize> = (1..count).filter(|&node| node != 2).collect();
    context.stream.shuffle(&mut rest);
    let (ring, way) = rest.split_at(ring);
    for (place, &node) in ring.iter().enumerate() {
        builder.add_edge(node, ring[(place + 1) % ring.len()]);
    }
    let mut last = ring[0];
    for &node in way {
        builder.add_edge(last, node);
        // Some nodes branch off the path.
        if context.stream.random_bool(70) {
            last = node;
        }
    }
    builder.add_edge(last, 2);
    builder.add_edge(2, 0);
    for _ in 0..context.draw_parameter("chords") {
        if let (Some(a), Some(b)) = (context.stream.pick(&rest), context.stream.pick(&rest)) {
            builder.add_edge(a, b);
        }
    }
    builder.to_instance(context.stream)
}
