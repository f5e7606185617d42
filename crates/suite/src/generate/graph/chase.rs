//! Long chases, found by climbing.

use super::links::Links;
use super::{PROBLEM, nodes};
use crate::generate::{Family, Parameter, Range, Settings, Stream};
use cat_and_mouse::game::Outcome;
use cat_and_mouse::problem::Instance;
use cat_and_mouse::solve;

const PARAMETERS: &[Parameter] = &[
    nodes(8, 20),
    Parameter::new(
        "degree",
        "edges per node at first, on average",
        Range::new(2, 3),
        Range::new(1, 20),
    ),
    Parameter::new(
        "steps",
        "changes tried; each costs one solved graph",
        Range::new(150, 150),
        Range::new(1, 100_000),
    ),
];

/// A random graph, changed edge by edge for as long as the mouse's forced way
/// home gets longer. It kills horizons of n and 2n plies: eight nodes are
/// enough for 17 plies.
///
/// ```text
/// 1───3───7      n = 8, [[2,5,7],[3,4,5,6],[0,3,4,5],[1,2,6,7],
/// │ \ │ / │              [1,2,5,6],[0,1,2,4,7],[1,3,4,7],[0,3,5,6]]
/// 5───6───4      the mouse needs 17 plies
/// ```
pub(super) const MOUSE_CHASE: Family = Family {
    name: "mouse-chase",
    problem: PROBLEM,
    kills: "horizons of n and 2n plies on the mouse's way home",
    parameters: PARAMETERS,
    per_draw: 1,
    draw: |settings, stream| {
        climb(settings, stream, |outcome| match outcome {
            Outcome::Mouse { depth } => Some(depth.0),
            _ => None,
        })
    },
};

/// The same for the cat's forced catch, which can take even longer. It kills
/// horizons that end in a draw, and depth-first searches that forget how a
/// position was reached.
///
/// ```text
/// 0───3───1      n = 10, [[3,5],[2,4,6],[1,3,6,7],[0,2,4,5,8],[1,3,8,9],
/// │   │   │               [0,3,7,8],[1,2,7],[2,5,6,9],[3,4,5,9],[4,7,8]]
/// 5───8───4      the cat needs 36 plies
/// ```
pub(super) const CAT_CHASE: Family = Family {
    name: "cat-chase",
    problem: PROBLEM,
    kills: "horizons that end in a draw before the cat's catch",
    parameters: PARAMETERS,
    per_draw: 1,
    draw: |settings, stream| {
        climb(settings, stream, |outcome| match outcome {
            Outcome::Cat { depth } => depth.map(|depth| depth.0),
            _ => None,
        })
    },
};

type Length = fn(Outcome) -> Option<u32>;

fn climb(settings: &Settings, stream: &mut Stream, length: Length) -> Vec<Instance> {
    let count = settings.draw("nodes", stream) as usize;
    let degree = settings.draw("degree", stream) as usize;
    let steps = settings.draw("steps", stream);
    let mut best = Links::new(count);
    best.chords(count * degree / 2 + count, stream);
    let mut longest = reach(&best, length, stream);
    for _ in 0..steps {
        let mut changed = best.clone();
        for _ in 0..stream.between(1, 3) {
            let (a, b) = (stream.below(count), stream.below(count));
            changed.toggle(a, b);
        }
        let reached = reach(&changed, length, stream);
        // Sideways steps keep the climb from ending on the first plateau.
        if reached >= longest {
            (best, longest) = (changed, reached);
        }
    }
    match longest {
        None => Vec::new(),
        Some(_) => best.instance(stream),
    }
}

/// The length wanted; none for a graph that is not legal or ends otherwise.
fn reach(links: &Links, length: Length, stream: &mut Stream) -> Option<u32> {
    length(solve::graph::solve(&links.graph(stream)?))
}
