//! Graphs as a landscape: edges change, and one solve answers for all starts.

use super::anneal::{Cooling, Landscape, Watch, climb};
use cat_and_mouse::Instance;
use cat_and_mouse::game::{Graph, HOLE, Node, Player};
use cat_and_mouse::solve::graph::words::{MAX_NODES, Words, bits};
use mousetrap_suite::generate::Stream;

/// The neighbours of each node, as sets of bits.
pub(super) type Neighbours = [u64; MAX_NODES];

/// The number of nodes with which growing begins.
const FIRST_NODES: usize = 10;

/// The number of ways that are tried to connect a new node.
const CONNECTIONS: usize = 50;

/// All graphs of one size.
pub(super) struct Graphs {
    /// The number of nodes.
    pub(super) nodes: usize,
    /// The player whose wins count.
    pub(super) winner: Player,
}

impl Graphs {
    /// Adds the last node to a graph without it. Draws some ways to connect the node, and
    /// returns the graph with the longest win.
    pub(super) fn with_node(&mut self, neighbours: &Neighbours, stream: &mut Stream) -> Neighbours {
        let new = self.nodes - 1;
        let connect = |stream: &mut Stream| {
            let mut next = *neighbours;
            let a = stream.below(new);
            toggle(&mut next, a, new);
            match (stream.below(3), one_of(neighbours[a], stream)) {
                // On an edge, next to two nodes, or with the neighbours of one.
                (0, Some(b)) => {
                    toggle(&mut next, a, b);
                    toggle(&mut next, b, new);
                }
                (1, _) => {
                    let b = stream.below(new);
                    if a != b {
                        toggle(&mut next, b, new);
                    }
                }
                _ => {
                    toggle(&mut next, a, new);
                    for b in bits(neighbours[a]) {
                        toggle(&mut next, b, new);
                    }
                }
            }
            next
        };
        let drawn: Vec<Neighbours> = (0..CONNECTIONS).map(|_| connect(stream)).collect();
        let best = drawn.into_iter().max_by_key(|next| self.score(next));
        best.expect("some are drawn")
    }

    /// Climbs with few nodes first, and adds one after another. A graph with a long win and one
    /// node less is a far better start than a graph that is drawn: the longest known wins of the
    /// mouse on 30 nodes and more were found in this way. Reports only graphs of the full size.
    /// Returns false if it was stopped.
    pub(super) fn grow(
        &self,
        cooling: Cooling,
        steps: u64,
        stream: &mut Stream,
        watch: &mut Watch<'_>,
    ) -> bool {
        let sizes = FIRST_NODES.min(self.nodes)..=self.nodes;
        let share = steps / sizes.clone().count() as u64;
        let mut smaller: Option<Neighbours> = None;
        for nodes in sizes {
            let mut land = Self { nodes, ..*self };
            let start = match &smaller {
                Some(smaller) => land.with_node(smaller, stream),
                None => land.start(stream),
            };
            let is_full = nodes == self.nodes;
            let mut watch = Watch {
                better: &mut |score, instance| {
                    if is_full {
                        (watch.better)(score, instance);
                    }
                },
                go_on: watch.go_on,
            };
            smaller = climb(&mut land, start, cooling, share, stream, &mut watch);
            if smaller.is_none() {
                return false;
            }
        }
        true
    }

    fn words(&self, neighbours: &Neighbours) -> Option<Words> {
        let neighbours = &neighbours[..self.nodes];
        (!neighbours.contains(&0)).then(|| Words::from_neighbours(neighbours))
    }
}

fn toggle(neighbours: &mut Neighbours, a: usize, b: usize) {
    if a != b {
        neighbours[a] ^= 1 << b;
        neighbours[b] ^= 1 << a;
    }
}

/// Draws a node of a set.
fn one_of(set: u64, stream: &mut Stream) -> Option<usize> {
    let count = set.count_ones() as usize;
    (count > 0)
        .then(|| stream.below(count))
        .and_then(|index| bits(set).nth(index))
}

/// Replaces the edges a–b and c–d by a–c and b–d, if these are four nodes and the edges are
/// new.
fn cross(neighbours: &mut Neighbours, (a, b): (usize, usize), (c, d): (usize, usize)) {
    let apart = c != a && c != b && d != a && d != b;
    if apart && neighbours[a] >> c & 1 == 0 && neighbours[b] >> d & 1 == 0 {
        for (one, other) in [(a, b), (c, d), (a, c), (b, d)] {
            toggle(neighbours, one, other);
        }
    }
}

/// Exchanges the neighbours of a node and the hole.
fn move_hole(neighbours: &mut Neighbours, nodes: usize, node: usize) {
    let hole = usize::from(HOLE);
    let differ = (neighbours[hole] ^ neighbours[node]) & !(1 << hole | 1 << node);
    for other in bits(differ).filter(|&other| other < nodes) {
        toggle(neighbours, hole, other);
        toggle(neighbours, node, other);
    }
}

impl Landscape for Graphs {
    type State = Neighbours;

    fn start(&mut self, stream: &mut Stream) -> Neighbours {
        let mut neighbours = [0; MAX_NODES];
        // A tree, so that the graph is connected, and some more edges.
        for node in 1..self.nodes {
            toggle(&mut neighbours, node, stream.below(node));
        }
        for _ in 0..self.nodes * stream.between(1, 12) as usize / 8 {
            let (a, b) = (stream.below(self.nodes), stream.below(self.nodes));
            toggle(&mut neighbours, a, b);
        }
        neighbours
    }

    fn change(&mut self, neighbours: &Neighbours, stream: &mut Stream) -> Neighbours {
        let mut next = *neighbours;
        // Mostly one change, sometimes two or three.
        for _ in 0..stream.between(1, 5).saturating_sub(2).max(1) {
            let (a, b) = (stream.below(self.nodes), stream.below(self.nodes));
            let kind = stream.below(11);
            let old = one_of(next[a], stream);
            match (kind, old) {
                // Removes an edge, or adds one.
                (0 | 1, Some(old)) => toggle(&mut next, a, old),
                (2 | 3, _) if next[a] >> b & 1 == 0 => toggle(&mut next, a, b),
                // Moves an end of an edge, anywhere or to a node near by.
                (4 | 5, Some(old)) if a != b && next[a] >> b & 1 == 0 => {
                    toggle(&mut next, a, old);
                    toggle(&mut next, a, b);
                }
                (6 | 7, Some(old)) => {
                    if let Some(near) = one_of(next[old] & !next[a] & !(1 << a), stream) {
                        toggle(&mut next, a, old);
                        toggle(&mut next, a, near);
                    }
                }
                // Exchanges the ends of two edges, so that every node keeps its degree.
                (8 | 9, Some(old)) => {
                    if let Some(end) = one_of(next[b], stream) {
                        cross(&mut next, (a, old), (b, end));
                    }
                }
                // Moves the hole, anywhere or to a node near by.
                (10, _) => match one_of(next[usize::from(HOLE)], stream) {
                    Some(near) if stream.percent(50) => move_hole(&mut next, self.nodes, near),
                    _ => move_hole(&mut next, self.nodes, a),
                },
                _ => {}
            }
        }
        next
    }

    fn score(&mut self, neighbours: &Neighbours) -> Option<u32> {
        Some(self.words(neighbours)?.longest(self.winner)?.0.0)
    }

    fn instance(&self, neighbours: &Neighbours) -> Option<Instance> {
        let (_, (mouse, cat)) = self.words(neighbours)?.longest(self.winner)?;
        let lists = neighbours[..self.nodes].iter();
        let lists = lists.map(|&list| bits(list).map(|node| node as Node).collect());
        let adjacency = lists.collect();
        Some(Graph { adjacency }.with_players(mouse, cat)?.into())
    }
}
