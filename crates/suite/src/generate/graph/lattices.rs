//! Regular graphs: cycles, ladders, grids, complete and bipartite graphs.

use super::links::Links;
use crate::generate::family::{Dice, Drawn};

/// A ring through all nodes. Both animals can run around it for ever; it kills searches that end a
/// game too early or never.
///
/// ```text
/// 0───1───3
/// │       │
/// 5───2───4
/// ```
pub(in super::super) fn cycle(dice: &mut Dice<'_>) -> Drawn {
    let mut links = Links::draw(dice);
    for node in 0..links.nodes() {
        links.join(node, (node + 1) % links.nodes());
    }
    links.with_chords(dice)
}

/// Two paths with rungs. The cat can follow the mouse on the other side, so parity decides; it
/// kills caches whose key lacks the turn.
///
/// ```text
/// 1───3───5───0
/// │   │   │   │
/// 6───2───4───7
/// ```
pub(in super::super) fn ladder(dice: &mut Dice<'_>) -> Drawn {
    let mut links = Links::draw(dice);
    links.lay_out(2);
    links.with_chords(dice)
}

/// A rectangle of squares, whose last row may be short. It has many shortest paths and no odd
/// cycle; it kills "the cat follows a shortest path".
///
/// ```text
/// 1───3───0
/// │   │   │
/// 4───5───6
/// │   │
/// 2───7
/// ```
pub(in super::super) fn grid(dice: &mut Dice<'_>) -> Drawn {
    let mut links = Links::draw(dice);
    links.lay_out(dice.count("width"));
    links.with_chords(dice)
}

/// All pairs are joined, except for a share `missing` of the edges. Somebody wins at once; it kills
/// a wrong order of the first two moves.
///
/// ```text
/// 0───1
/// │ X │
/// 2───3
/// ```
pub(in super::super) fn complete(dice: &mut Dice<'_>) -> Drawn {
    let mut links = Links::draw(dice);
    links.scatter(100 - dice.number("missing"), dice.stream);
    links.instance(dice.stream)
}

/// Two sides, with edges only between them. The distance of the animals keeps its parity, so half
/// of all catches are impossible; it kills searches in which an animal may stay.
///
/// ```text
/// 0   3   1
/// │ X │ X │
/// 4   2   5
/// ```
pub(in super::super) fn bipartite(dice: &mut Dice<'_>) -> Drawn {
    let mut links = Links::draw(dice);
    let left = 1 + dice.stream.below(links.nodes() - 1);
    let density = dice.number("density");
    for a in 0..left {
        for b in left..links.nodes() {
            if dice.stream.percent(density) {
                links.join(a, b);
            }
        }
    }
    links.renamed(dice.stream).instance(dice.stream)
}
