//! Pairs of graphs that hardly differ, but in their answers.

use super::links::Links;
use super::{PROBLEM, nodes};
use crate::generate::{Family, Parameter, Settings, Stream};
use cat_and_mouse::problem::Instance;

/// Two graphs that differ in one edge and have different answers. Answers by
/// rule of thumb get at most one of them.
///
/// ```text
/// 0───3   2            0───3───2
///     │   │    mouse       │   │    not the mouse
///     1───4                1───4
/// ```
pub(super) const FLIP_EDGE: Family = Family {
    name: "flip-edge",
    problem: PROBLEM,
    kills: "answers by rule of thumb: one edge decides",
    parameters: &[
        nodes(5, 20),
        Parameter::percent("density", "chance of an edge per pair, in percent", 15, 45),
    ],
    per_draw: 2,
    draw: |settings, stream| flip_edge(settings, stream).unwrap_or_default(),
};

fn flip_edge(settings: &Settings, stream: &mut Stream) -> Option<Vec<Instance>> {
    let mut links = Links::new(settings.draw("nodes", stream) as usize);
    links.scatter(settings.draw("density", stream), stream);
    let graph = Instance::from(links.graph(stream)?);
    let reply = graph.reply(graph.solve());
    let mut pairs: Vec<(usize, usize)> = (0..links.nodes())
        .flat_map(|a| (0..a).map(move |b| (a, b)))
        .collect();
    stream.shuffle(&mut pairs);
    pairs.into_iter().find_map(|(a, b)| {
        let mut other = links.clone();
        other.toggle(a, b);
        let other = Instance::from(other.graph(stream)?);
        let differs = other.reply(other.solve()) != reply;
        differs.then(|| vec![graph.clone(), other])
    })
}
