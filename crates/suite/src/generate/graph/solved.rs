//! Graphs that are solved while they are drawn: long chases, found by hill climbing, and pairs that
//! differ in one edge and in their answers.

use super::links::Links;
use crate::generate::family::{Dice, Drawn};
use cat_and_mouse::Instance;
use cat_and_mouse::game::Player;
use cat_and_mouse::solve;

/// A random graph, changed edge by edge so that the forced win of the mouse becomes longer. It
/// kills horizons of n and 2n plies: eight nodes are enough for 17 plies.
///
/// ```text
/// 1───3───7      n = 8, [[2,5,7],[3,4,5,6],[0,3,4,5],[1,2,6,7],
/// │ \ │ / │              [1,2,5,6],[0,1,2,4,7],[1,3,4,7],[0,3,5,6]]
/// 5───6───4      the mouse needs 17 plies
/// ```
pub(in super::super) fn mouse_chase(dice: &mut Dice<'_>) -> Drawn {
    chase(dice, Player::Mouse)
}

/// The same for the forced win of the cat, which can take even longer. It kills horizons that end
/// in a draw, and depth-first searches whose cache ignores how a position was reached.
///
/// ```text
/// 0───3───1      n = 10, [[3,5],[2,4,6],[1,3,6,7],[0,2,4,5,8],[1,3,8,9],
/// │   │   │               [0,3,7,8],[1,2,7],[2,5,6,9],[3,4,5,9],[4,7,8]]
/// 5───8───4      the cat needs 36 plies
/// ```
pub(in super::super) fn cat_chase(dice: &mut Dice<'_>) -> Drawn {
    chase(dice, Player::Cat)
}

fn chase(dice: &mut Dice<'_>, winner: Player) -> Drawn {
    let mut start = Links::draw(dice);
    let count = start.nodes();
    let degree = dice.count("degree");
    let steps = dice.number("steps");
    start.chords(count * degree / 2 + count, dice.stream);
    let longest = dice.climb(
        steps,
        start,
        |links, stream| {
            let (a, b) = (stream.below(count), stream.below(count));
            links.toggle(a, b);
        },
        |links, stream| {
            let outcome = solve::graph::solve(&links.graph(stream)?);
            let depth = outcome.depth().filter(|_| outcome.winner() == Some(winner));
            depth.map(|depth| depth.0)
        },
    )?;
    longest.instance(dice.stream)
}

/// Two graphs that differ in one edge and have different answers. A rule of thumb is right on at
/// most one of them.
///
/// ```text
/// 0───3   2            0───3───2
///     │   │    mouse       │   │    not the mouse
///     1───4                1───4
/// ```
pub(in super::super) fn flip_edge(dice: &mut Dice<'_>) -> Drawn {
    let mut links = Links::draw(dice);
    links.scatter(dice.number("density"), dice.stream);
    let graph = Instance::from(links.graph(dice.stream)?);
    let reply = graph.reply(graph.solve());
    let mut pairs: Vec<(usize, usize)> = (0..links.nodes())
        .flat_map(|a| (0..a).map(move |b| (a, b)))
        .collect();
    dice.stream.shuffle(&mut pairs);
    pairs.into_iter().find_map(|(a, b)| {
        let mut other = links.clone();
        other.toggle(a, b);
        let other = Instance::from(other.graph(dice.stream)?);
        let differs = other.reply(other.solve()) != reply;
        differs.then(|| vec![graph.clone(), other])
    })
}
