//! Graphs of which a part is special.

use super::links::Links;
use super::{PROBLEM, nodes};
use crate::generate::{Family, Parameter, Range, Settings, Stream};
use cat_and_mouse::problem::Instance;

/// Two graphs beside each other. Who is in the other part can never be met,
/// or never come home; it kills distances taken for finite, and "not won, so
/// lost".
///
/// ```text
/// 0───1   2───4
///  \ /     \ /
///   3       5
/// ```
pub(super) const DISCONNECTED: Family = Family {
    name: "disconnected",
    problem: PROBLEM,
    kills: "distances taken for finite, not won taken for lost",
    parameters: &[
        nodes(4, 24),
        Parameter::percent("density", "chance of an edge per pair in a part", 30, 70),
    ],
    per_draw: 1,
    draw: |settings, stream| {
        let mut links = Links::new(settings.draw("nodes", stream) as usize);
        let first = 2 + stream.below(links.nodes() - 3);
        let density = settings.draw("density", stream);
        for a in 0..links.nodes() {
            for b in 0..a {
                if (a < first) == (b < first) && stream.percent(density) {
                    links.join(a, b);
                }
            }
        }
        links.renamed(stream).instance(stream)
    },
};

/// Leaves that hang on the hole alone, sometimes with the mouse on one. The
/// cat can never stand there, and the hole has many neighbours it may not
/// pass; it kills cats that walk through the hole, and degrees from which the
/// hole is not subtracted.
///
/// ```text
/// 5──0──1──3──2
///   / \    │ /
///  6   7   4
/// ```
pub(super) const HOLE_LEAF: Family = Family {
    name: "hole-leaf",
    problem: PROBLEM,
    kills: "cats that walk through the hole, degrees that count it",
    parameters: &[
        nodes(5, 24),
        Parameter::new(
            "leaves",
            "nodes whose only neighbour is the hole",
            Range::new(1, 3),
            Range::new(1, 40),
        ),
        Parameter::percent("density", "chance of an edge per other pair", 20, 60),
        Parameter::percent(
            "ways",
            "chance of an edge to the hole per other node",
            20,
            60,
        ),
    ],
    per_draw: 1,
    draw: |settings, stream| {
        let mut links = Links::new(settings.draw("nodes", stream) as usize);
        links.scatter(settings.draw("density", stream), stream);
        links.isolate(0);
        let ways = settings.draw("ways", stream);
        for node in 1..links.nodes() {
            if stream.percent(ways) {
                links.join(0, node);
            }
        }
        // The cat's start must not be a leaf, the mouse's may.
        let mut candidates: Vec<usize> = (1..links.nodes()).filter(|&node| node != 2).collect();
        stream.shuffle(&mut candidates);
        for &leaf in candidates
            .iter()
            .take(settings.draw("leaves", stream) as usize)
        {
            links.isolate(leaf);
            links.join(0, leaf);
        }
        links.instance(stream)
    },
};

/// A ring for the mouse to run on, and the hole behind a way that the cat can
/// guard. Neither gives up its place, which is a draw that lasts; it kills
/// "draws are cat wins" and horizons whose end is taken for a win.
///
/// ```text
/// 1───5───6
/// │       │
/// 4───7───8───2───0
/// ```
pub(super) const ROUNDABOUT: Family = Family {
    name: "roundabout",
    problem: PROBLEM,
    kills: "draws taken for wins of the cat or of the mouse",
    parameters: &[
        nodes(7, 24),
        Parameter::new(
            "ring",
            "nodes of the ring",
            Range::new(4, 8),
            Range::new(3, 900),
        ),
        Parameter::new(
            "chords",
            "edges added away from the hole",
            Range::new(0, 4),
            Range::new(0, 1000),
        ),
    ],
    per_draw: 1,
    draw: roundabout,
};

fn roundabout(settings: &Settings, stream: &mut Stream) -> Vec<Instance> {
    let count = settings.draw("nodes", stream) as usize;
    let ring = (settings.draw("ring", stream) as usize).min(count - 3);
    // The hole is node 0, the cat's post 2; all others are dealt out.
    let mut rest: Vec<usize> = (1..count).filter(|&node| node != 2).collect();
    stream.shuffle(&mut rest);
    let (ring, way) = rest.split_at(ring);
    let mut links = Links::new(count);
    for (place, &node) in ring.iter().enumerate() {
        links.join(node, ring[(place + 1) % ring.len()]);
    }
    let mut last = ring[0];
    for &node in way {
        links.join(last, node);
        // Some of the way is a bush instead of a path.
        if stream.percent(70) {
            last = node;
        }
    }
    links.join(last, 2);
    links.join(2, 0);
    for _ in 0..settings.draw("chords", stream) {
        if let (Some(a), Some(b)) = (stream.pick(&rest), stream.pick(&rest)) {
            links.join(a, b);
        }
    }
    links.instance(stream)
}
