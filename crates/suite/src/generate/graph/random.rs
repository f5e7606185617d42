//! Graphs without a plan: every edge by chance.

use super::links::Links;
use super::{PROBLEM, nodes};
use crate::generate::{Family, Parameter, Range, Settings, Stream};
use cat_and_mouse::problem::Instance;

/// Every pair of nodes is joined with the same chance, from nearly a tree to
/// nearly complete. The plain test; it kills gross misreadings.
///
/// ```text
/// 0───3───1
///  \ /   /
///   4───2
/// ```
pub(super) const GNP: Family = Family {
    name: "gnp",
    problem: PROBLEM,
    kills: "gross misreadings: who starts where, who moves first, what a reply means",
    parameters: &[
        nodes(4, 20),
        Parameter::percent("density", "chance of an edge per pair, in percent", 10, 60),
    ],
    per_draw: 1,
    draw: gnp,
};

fn gnp(settings: &Settings, stream: &mut Stream) -> Vec<Instance> {
    let mut links = Links::new(settings.draw("nodes", stream) as usize);
    links.scatter(settings.draw("density", stream), stream);
    links.instance(stream)
}

/// Dense graphs of full size, which cost a solver the most: 2 * 50 * 49
/// positions, each with dozens of moves. It kills searches that visit
/// positions again and again.
///
/// ```text
/// each of 50 nodes joined to 35 to 45 others
/// ```
pub(super) const DENSE: Family = Family {
    name: "dense",
    problem: PROBLEM,
    kills: "searches that visit positions again and again: most edges",
    parameters: &[
        nodes(50, 50),
        Parameter::percent("density", "chance of an edge per pair, in percent", 70, 90),
    ],
    per_draw: 1,
    draw: gnp,
};

/// A random tree. A cat between the mouse and the hole wins at once or never;
/// whoever turns back repeats positions, so it kills wrong draws and "no
/// cycle in the graph, so no draw".
///
/// ```text
/// 0───4───1
///     │
///     3───2
/// ```
pub(super) const TREE: Family = Family {
    name: "tree",
    problem: PROBLEM,
    kills: "wrong draws: play repeats although the graph has no cycle",
    parameters: &[
        nodes(3, 30),
        Parameter::new(
            "chords",
            "edges added to the tree",
            Range::new(0, 1),
            Range::new(0, 1000),
        ),
        Parameter::new(
            "reach",
            "a node hangs on one of this many before it; 1 makes a path",
            Range::new(1, 8),
            Range::new(1, 1000),
        ),
    ],
    per_draw: 1,
    draw: tree,
};

fn tree(settings: &Settings, stream: &mut Stream) -> Vec<Instance> {
    let mut links = Links::new(settings.draw("nodes", stream) as usize);
    let reach = settings.draw("reach", stream) as usize;
    for node in 1..links.nodes() {
        let back = 1 + stream.below(reach.min(node));
        links.join(node, node - back);
    }
    links.chords(settings.draw("chords", stream) as usize, stream);
    links.renamed(stream).instance(stream)
}

/// Three to five nodes, which a person can play out. It kills wrong ends of
/// the game: the mouse caught in the hole, the order of the checks.
///
/// ```text
/// 0───1───2
/// ```
pub(super) const TINY: Family = Family {
    name: "tiny",
    problem: PROBLEM,
    kills: "wrong ends of the game, arrays sized for more nodes",
    parameters: &[
        nodes(3, 5),
        Parameter::percent("density", "chance of an edge per pair, in percent", 40, 90),
    ],
    per_draw: 1,
    draw: gnp,
};

/// Nearly every node has the same small number of neighbours, as in a random
/// regular graph. Chases are long where nobody has a shortcut; it kills
/// horizons of 2n plies.
///
/// ```text
/// 0───3───5
/// │   │   │
/// 4───1───2      degree 2 to 3
/// ```
pub(super) const SPARSE: Family = Family {
    name: "sparse",
    problem: PROBLEM,
    kills: "horizons of 2n plies: sparse graphs have long chases",
    parameters: &[
        nodes(8, 30),
        Parameter::new(
            "degree",
            "neighbours that nearly every node has",
            Range::new(3, 4),
            Range::new(2, 10),
        ),
    ],
    per_draw: 1,
    draw: sparse,
};

/// Sparse graphs of exactly fifty nodes. It kills arrays that are too small
/// and positions packed into too few bits.
///
/// ```text
/// 50 nodes, degree 3 to 5
/// ```
pub(super) const FULL_SIZE: Family = Family {
    name: "full-size",
    problem: PROBLEM,
    kills: "arrays that are too small, positions packed into too few bits",
    parameters: &[
        nodes(50, 50),
        Parameter::new(
            "degree",
            "neighbours that nearly every node has",
            Range::new(3, 5),
            Range::new(2, 10),
        ),
    ],
    per_draw: 1,
    draw: sparse,
};

fn sparse(settings: &Settings, stream: &mut Stream) -> Vec<Instance> {
    let mut links = Links::new(settings.draw("nodes", stream) as usize);
    let degree = settings.draw("degree", stream) as usize;
    // Every node holds out `degree` hands; hands meet at random. A hand that
    // meets its own node, or one it already holds, stays empty.
    let mut hands: Vec<usize> = (0..links.nodes() * degree).map(|h| h / degree).collect();
    stream.shuffle(&mut hands);
    for pair in hands.chunks_exact(2) {
        links.join(pair[0], pair[1]);
    }
    links.instance(stream)
}
