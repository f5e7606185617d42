//! Graphs found with the help of a solver: graphs with long chases, and pairs of graphs that differ
//! only in one edge, but have different answers.

use super::graph_builder::GraphBuilder;
use crate::generate::family::{DrawContext, DrawnInstances};
use cat_and_mouse::Instance;
use cat_and_mouse::game::Player;
use cat_and_mouse::solve;

/// A random graph that is changed edge by edge so that the mouse's forced win becomes longer. The
/// family catches programs that stop after n or 2n plies: eight nodes are enough for a win in 17
/// plies.
///
/// ```text
/// 1───3───7      n = 8, [[2,5,7],[3,4,5,6],[0,3,4,5],[1,2,6,7],
/// │ \ │ / │              [1,2,5,6],[0,1,2,4,7],[1,3,4,7],[0,3,5,6]]
/// 5───6───4      the mouse needs 17 plies
/// ```
pub(in super::super) fn mouse_chase(context: &mut DrawContext<'_>) -> DrawnInstances {
    graph_with_long_win(context, Player::Mouse)
}

/// A random graph that is changed edge by edge so that the cat's forced win becomes longer. A
/// forced win of the cat can take even more plies than a forced win of the mouse. The family
/// catches programs that report a draw at a ply limit, and depth-first searches whose cache ignores
/// how a position was reached.
///
/// ```text
/// 0───3───1      n = 10, [[3,5],[2,4,6],[1,3,6,7],[0,2,4,5,8],[1,3,8,9],
/// │   │   │               [0,3,7,8],[1,2,7],[2,5,6,9],[3,4,5,9],[4,7,8]]
/// 5───8───4      the cat needs 36 plies
/// ```
pub(in super::super) fn cat_chase(context: &mut DrawContext<'_>) -> DrawnInstances {
    graph_with_long_win(context, Player::Cat)
}

fn graph_with_long_win(context: &mut DrawContext<'_>, winner: Player) -> DrawnInstances {
    let mut start = GraphBuilder::without_edges(context);
    let count = start.nodes();
    let degree = context.draw_usize("degree");
    let steps = context.draw_parameter("steps");
    start.add_chords(count * degree / 2 + count, context.stream);
    let longest = context.hill_climb(
        steps,
        start,
        |builder, stream| {
            let (a, b) = stream.random_pair_below(count);
            builder.toggle_edge(a, b);
        },
        |builder, stream| {
            let outcome = solve::graph::solve(&builder.to_graph(stream)?);
            let depth = outcome.depth().filter(|_| outcome.winner() == Some(winner));
            depth.map(|depth| depth.0)
        },
    )?;
    longest.to_instance(context.stream)
}

/// Two graphs that differ in one edge and have different answers. A program that ignores the edge
/// is right on at most one of the graphs.
///
/// ```text
/// 0───3   2            0───3───2
///     │   │    mouse       │   │    not the mouse
///     1───4                1───4
/// ```
pub(in super::super) fn flip_edge(context: &mut DrawContext<'_>) -> DrawnInstances {
    let mut builder = GraphBuilder::without_edges(context);
    builder.randomize_edges(context.draw_parameter("density"), context.stream);
    let graph = Instance::from(builder.to_graph(context.stream)?);
    let reply = graph.reply(graph.solve());
    let mut pairs: Vec<(usize, usize)> = builder.pairs().collect();
    context.stream.shuffle(&mut pairs);
    pairs.into_iter().find_map(|(a, b)| {
        let mut other = builder.clone();
        other.toggle_edge(a, b);
        let other = Instance::from(other.to_graph(context.stream)?);
        let differs = other.reply(other.solve()) != reply;
        differs.then(|| vec![graph.clone(), other])
    })
}
