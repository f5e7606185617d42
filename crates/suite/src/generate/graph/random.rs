//! Random graphs.

use super::links::Links;
use crate::generate::family::{Dice, Drawn};

/// Every pair of nodes is joined with the same chance, from nearly a tree to nearly complete. The
/// basic family, which kills misreadings of the rules.
///
/// ```text
/// 0───3───1
///  \ /   /
///   4───2
/// ```
pub(in super::super) fn gnp(dice: &mut Dice<'_>) -> Drawn {
    let mut links = Links::draw(dice);
    links.scatter(dice.number("density"), dice.stream);
    links.instance(dice.stream)
}

/// A random tree. A cat between the mouse and the hole wins at once or never. Players who turn back
/// repeat positions, so it kills wrong draws and "no cycle in the graph, so no draw".
///
/// ```text
/// 0───4───1
///     │
///     3───2
/// ```
pub(in super::super) fn tree(dice: &mut Dice<'_>) -> Drawn {
    let mut links = Links::draw(dice);
    let reach = dice.count("reach");
    for node in 1..links.nodes() {
        let back = 1 + dice.stream.below(reach.min(node));
        links.join(node, node - back);
    }
    links.with_chords(dice)
}

/// Nearly every node has the same small number of neighbours, as in a random regular graph. Without
/// shortcuts, chases are long: it kills horizons of 2n plies, and with exactly fifty nodes arrays
/// that are too small and positions packed into too few bits.
///
/// ```text
/// 0───3───5
/// │   │   │
/// 4───1───2      degree 2 to 3
/// ```
pub(in super::super) fn sparse(dice: &mut Dice<'_>) -> Drawn {
    let mut links = Links::draw(dice);
    let degree = dice.count("degree");
    // Each node has `degree` edge ends, which are paired at random. A pair within a node, or one
    // that repeats an edge, adds nothing.
    let mut ends: Vec<usize> = (0..links.nodes() * degree).map(|e| e / degree).collect();
    dice.stream.shuffle(&mut ends);
    for pair in ends.chunks_exact(2) {
        links.join(pair[0], pair[1]);
    }
    links.instance(dice.stream)
}
