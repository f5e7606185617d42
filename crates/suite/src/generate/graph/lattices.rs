//! Graphs with a plan: cycles, ladders, grids, complete and bipartite.

use super::links::Links;
use super::{PROBLEM, nodes};
use crate::generate::{Family, Parameter, Range, Settings, Stream};
use cat_and_mouse::problem::Instance;

const fn chords(low: u32, high: u32) -> Parameter {
    let (default, allowed) = (Range::new(low, high), Range::new(0, 1000));
    Parameter::new("chords", "edges added at random", default, allowed)
}

/// One ring through all nodes. Both animals can run round for ever; it kills
/// searches that end a game too early or never.
///
/// ```text
/// 0───1───3
/// │       │
/// 5───2───4
/// ```
pub(super) const CYCLE: Family = Family {
    name: "cycle",
    problem: PROBLEM,
    kills: "searches that end a repeated game too early or never",
    parameters: &[nodes(3, 30), chords(0, 2)],
    per_draw: 1,
    draw: |settings, stream| {
        let mut links = Links::new(settings.draw("nodes", stream) as usize);
        for node in 0..links.nodes() {
            links.join(node, (node + 1) % links.nodes());
        }
        finish(links, settings, stream)
    },
};

/// Two paths with rungs. The cat can follow the mouse on the other side, so
/// parity decides; it kills caches keyed without the turn.
///
/// ```text
/// 1───3───5───0
/// │   │   │   │
/// 6───2───4───7
/// ```
pub(super) const LADDER: Family = Family {
    name: "ladder",
    problem: PROBLEM,
    kills: "caches keyed without the turn: parity decides",
    parameters: &[nodes(6, 30), chords(0, 2)],
    per_draw: 1,
    draw: |settings, stream| {
        let links = lattice(settings.draw("nodes", stream) as usize, 2);
        finish(links, settings, stream)
    },
};

/// A rectangle of squares, the last row possibly short. It has many shortest
/// ways and no odd cycle; it kills "the cat follows a shortest path".
///
/// ```text
/// 1───3───0
/// │   │   │
/// 4───5───6
/// │   │
/// 2───7
/// ```
pub(super) const GRID: Family = Family {
    name: "grid",
    problem: PROBLEM,
    kills: "a cat that follows a shortest path instead of playing",
    parameters: &[
        nodes(9, 30),
        Parameter::new(
            "width",
            "nodes per row",
            Range::new(3, 5),
            Range::new(1, 1000),
        ),
        chords(0, 2),
    ],
    per_draw: 1,
    draw: |settings, stream| {
        let count = settings.draw("nodes", stream) as usize;
        let links = lattice(count, settings.draw("width", stream) as usize);
        finish(links, settings, stream)
    },
};

/// All pairs joined, but for the edges that `missing` takes away. Somebody
/// wins at once; it kills a wrong order of the first two moves.
///
/// ```text
/// 0───1
/// │ X │
/// 2───3
/// ```
pub(super) const COMPLETE: Family = Family {
    name: "complete",
    problem: PROBLEM,
    kills: "a wrong order of the first two moves",
    parameters: &[
        nodes(3, 20),
        Parameter::percent("missing", "chance that an edge is left out", 0, 15),
    ],
    per_draw: 1,
    draw: |settings, stream| {
        let mut links = Links::new(settings.draw("nodes", stream) as usize);
        links.scatter(100 - settings.draw("missing", stream), stream);
        links.instance(stream)
    },
};

/// Two sides, edges only between them. The distance of the animals keeps its
/// parity for ever, so half of all catches are impossible; it kills searches
/// that forget that nobody may stay.
///
/// ```text
/// 0   3   1
/// │ X │ X │
/// 4   2   5
/// ```
pub(super) const BIPARTITE: Family = Family {
    name: "bipartite",
    problem: PROBLEM,
    kills: "animals that may stay: parity makes half of all catches impossible",
    parameters: &[
        nodes(4, 30),
        Parameter::percent("density", "chance of an edge per pair across", 20, 100),
    ],
    per_draw: 1,
    draw: |settings, stream| {
        let mut links = Links::new(settings.draw("nodes", stream) as usize);
        let left = 1 + stream.below(links.nodes() - 1);
        let density = settings.draw("density", stream);
        for a in 0..left {
            for b in left..links.nodes() {
                if stream.percent(density) {
                    links.join(a, b);
                }
            }
        }
        links.renamed(stream).instance(stream)
    },
};

/// `count` nodes in rows of `width`, joined to the right and downwards.
fn lattice(count: usize, width: usize) -> Links {
    let mut links = Links::new(count);
    for node in 0..count {
        if node % width != 0 {
            links.join(node, node - 1);
        }
        if node >= width {
            links.join(node, node - width);
        }
    }
    links
}

fn finish(mut links: Links, settings: &Settings, stream: &mut Stream) -> Vec<Instance> {
    links.chords(settings.draw("chords", stream) as usize, stream);
    links.renamed(stream).instance(stream)
}
