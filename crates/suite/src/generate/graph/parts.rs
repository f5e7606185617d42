//! Graphs with special parts: separate components, leaves of the hole, a ring.

use super::links::Links;
use crate::generate::family::{Dice, Drawn};

/// Two components. An animal in the other component can never be met or never reach the hole; it
/// kills the assumption that distances are finite, and "not won, so lost".
///
/// ```text
/// 0───1   2───4
///  \ /     \ /
///   3       5
/// ```
pub(in super::super) fn disconnected(dice: &mut Dice<'_>) -> Drawn {
    let mut links = Links::draw(dice);
    let first = 2 + dice.stream.below(links.nodes() - 3);
    let density = dice.number("density");
    for a in 0..links.nodes() {
        for b in 0..a {
            if (a < first) == (b < first) && dice.stream.percent(density) {
                links.join(a, b);
            }
        }
    }
    links.renamed(dice.stream).instance(dice.stream)
}

/// Leaves whose only neighbour is the hole; the mouse may start on one. The cat can never reach
/// them; it kills cats that walk through the hole, and degrees that count the hole.
///
/// ```text
/// 5──0──1──3──2
///   / \    │ /
///  6   7   4
/// ```
pub(in super::super) fn hole_leaf(dice: &mut Dice<'_>) -> Drawn {
    let mut links = Links::draw(dice);
    links.scatter(dice.number("density"), dice.stream);
    links.isolate(0);
    let ways = dice.number("ways");
    for node in 1..links.nodes() {
        if dice.stream.percent(ways) {
            links.join(0, node);
        }
    }
    // The cat's start must not be a leaf, the mouse's may.
    let mut others: Vec<usize> = (1..links.nodes()).filter(|&node| node != 2).collect();
    dice.stream.shuffle(&mut others);
    for leaf in others.into_iter().take(dice.count("leaves")) {
        links.isolate(leaf);
        links.join(0, leaf);
    }
    links.instance(dice.stream)
}

/// A ring on which the mouse can run, and a path to the hole that the cat can guard. Neither can do
/// better, so it is a draw; it kills "draws are cat wins" and horizons whose end counts as a win.
///
/// ```text
/// 1───5───6
/// │       │
/// 4───7───8───2───0
/// ```
pub(in super::super) fn roundabout(dice: &mut Dice<'_>) -> Drawn {
    let mut links = Links::draw(dice);
    let count = links.nodes();
    let ring = dice.count("ring").min(count - 3);
    // Node 0 is the hole, and the cat starts on node 2. All others are shuffled.
    let mut rest: Vec<usize> = (1..count).filter(|&node| node != 2).collect();
    dice.stream.shuffle(&mut rest);
    let (ring, way) = rest.split_at(ring);
    for (place, &node) in ring.iter().enumerate() {
        links.join(node, ring[(place + 1) % ring.len()]);
    }
    let mut last = ring[0];
    for &node in way {
        links.join(last, node);
        // Some nodes branch off the path.
        if dice.stream.percent(70) {
            last = node;
        }
    }
    links.join(last, 2);
    links.join(2, 0);
    for _ in 0..dice.number("chords") {
        if let (Some(a), Some(b)) = (dice.stream.pick(&rest), dice.stream.pick(&rest)) {
            links.join(a, b);
        }
    }
    links.instance(dice.stream)
}
