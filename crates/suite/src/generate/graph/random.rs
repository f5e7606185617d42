//! Random graphs: graphs with independent edges, trees, and nearly regular graphs.

use super::graph_builder::GraphBuilder;
use crate::generate::family::{DrawContext, DrawnInstances};

/// Every pair of nodes is joined with the same probability. The graphs range from nearly a tree to
/// nearly complete. This is the basic family, which catches misreadings of the rules.
///
/// ```text
/// 0───3───1
///  \ /   /
///   4───2
/// ```
pub(in super::super) fn gnp_graph(context: &mut DrawContext<'_>) -> DrawnInstances {
    let mut builder = GraphBuilder::without_edges(context);
    builder.randomize_edges(context.draw_parameter("density"), context.stream);
    builder.to_instance(context.stream)
}

/// A random tree. Positions can repeat although there is no cycle, because the players can turn
/// back. The family catches programs that wrongly report a draw, or that assume that a game on a
/// graph without cycles cannot end in a draw.
///
/// ```text
/// 0───4───1
///     │
///     3───2
/// ```
pub(in super::super) fn random_tree(context: &mut DrawContext<'_>) -> DrawnInstances {
    let mut builder = GraphBuilder::without_edges(context);
    let reach = context.draw_usize("reach");
    for node in 1..builder.nodes() {
        let back = 1 + context.stream.random_below(reach.min(node));
        builder.add_edge(node, node - back);
    }
    builder.with_random_chords(context)
}

/// Nearly every node has the same small number of neighbours, as in a random regular graph. Chases
/// are long because there are few shortcuts. The family catches programs that stop after 2n plies.
/// With fifty nodes, the maximum that the problem allows, the family also catches arrays that are
/// too small, and position encodings with too few bits.
///
/// ```text
/// 0───3───5
/// │   │   │
/// 4───1───2      degree 2 to 3
/// ```
pub(in super::super) fn sparse_graph(context: &mut DrawContext<'_>) -> DrawnInstances {
    let mut builder = GraphBuilder::without_edges(context);
    let degree = context.draw_usize("degree");
    // Each node gets `degree` edge endpoints, and all endpoints are paired at random. A pair adds
    // no edge if both endpoints belong to the same node or the edge already exists.
    let mut ends: Vec<usize> = (0..builder.nodes() * degree).map(|e| e / degree).collect();
    context.stream.shuffle(&mut ends);
    for pair in ends.chunks_exact(2) {
        builder.add_edge(pair[0], pair[1]);
    }
    builder.to_instance(context.stream)
}
