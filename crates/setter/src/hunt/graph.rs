//! Graphs as a landscape: edges change, and one solve answers for all starts.

use super::anneal::{Cooling, Landscape, Watch, climb};
use cat_and_mouse::Instance;
use cat_and_mouse::game::{CAT_START, Graph, HOLE, MOUSE_START, Node, Player};
use cat_and_mouse::solve::graph::words::{MAX_NODES, Words, bits};
use mousetrap_suite::generate::Stream;

/// Neighbours of each node.
pub(super) type Around = [u64; MAX_NODES];

/// How many nodes a graph has before it grows.
const FIRST_NODES: usize = 10;

/// Ways to tie a new node that are tried.
const TIES: usize = 50;

/// All graphs with so many nodes.
pub(super) struct Graphs {
    pub(super) nodes: usize,
    /// The player whose wins count.
    pub(super) winner: Player,
}

impl Graphs {
    /// This graph of a node less with that node, tied where the longest win
    /// comes out longest among some ties that are drawn.
    pub(super) fn with_node(&mut self, around: &Around, stream: &mut Stream) -> Around {
        let new = self.nodes - 1;
        let tie = |stream: &mut Stream| {
            let mut next = *around;
            let a = stream.below(new);
            toggle(&mut next, a, new);
            match (stream.below(3), one_of(around[a], stream)) {
                // On an edge, beside two nodes, or with the neighbours of one.
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
                    for b in bits(around[a]) {
                        toggle(&mut next, b, new);
                    }
                }
            }
            next
        };
        let ties: Vec<Around> = (0..TIES).map(|_| tie(stream)).collect();
        let best = ties.into_iter().max_by_key(|next| self.score(next));
        best.expect("some are drawn")
    }

    /// Climbs with few nodes first and adds one after another. What is long
    /// with a node less is a far better start than any that is drawn: the
    /// longest mouse wins known of 30 nodes and more have been found so.
    /// Reports only states of the full size. Returns whether it was not stopped.
    pub(super) fn grow(
        &self,
        cooling: Cooling,
        steps: u64,
        stream: &mut Stream,
        watch: &mut Watch<'_>,
    ) -> bool {
        let sizes = FIRST_NODES.min(self.nodes)..=self.nodes;
        let share = steps / sizes.clone().count() as u64;
        let mut small: Option<Around> = None;
        for nodes in sizes {
            let mut land = Self { nodes, ..*self };
            let start = match &small {
                Some(small) => land.with_node(small, stream),
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
            small = climb(&mut land, start, cooling, share, stream, &mut watch);
            if small.is_none() {
                return false;
            }
        }
        true
    }

    fn words(&self, around: &Around) -> Option<Words> {
        let lonely = around[..self.nodes].contains(&0);
        (!lonely).then(|| Words::from_neighbours(&around[..self.nodes]))
    }
}

/// The graph with these nodes as starts; the names of two pairs are exchanged.
pub(super) fn graph(around: &[u64], mouse: u16, cat: u16) -> Graph {
    let mut names: Vec<Node> = (0..around.len() as Node).collect();
    let mut exchange = |node: u16, name: Node| {
        let now = names[usize::from(node)];
        let other = names.iter().position(|&other| other == name);
        let other = other.expect("every name is given to a node");
        names[other] = now;
        names[usize::from(node)] = name;
    };
    exchange(mouse, MOUSE_START);
    exchange(cat, CAT_START);
    debug_assert_eq!(names[usize::from(HOLE)], HOLE);
    let mut adjacency = vec![Vec::new(); around.len()];
    for (node, &neighbours) in around.iter().enumerate() {
        let list = &mut adjacency[usize::from(names[node])];
        *list = (0..around.len())
            .filter(|&other| neighbours >> other & 1 == 1)
            .map(|other| names[other])
            .collect();
        list.sort_unstable();
    }
    Graph { adjacency }
}

fn toggle(around: &mut Around, a: usize, b: usize) {
    if a != b {
        around[a] ^= 1 << b;
        around[b] ^= 1 << a;
    }
}

/// One of the nodes of a set.
fn one_of(set: u64, stream: &mut Stream) -> Option<usize> {
    let count = set.count_ones() as usize;
    (count > 0)
        .then(|| stream.below(count))
        .and_then(|place| bits(set).nth(place))
}

/// Edges a–b and c–d become a–c and b–d, where these are four nodes and two
/// new edges.
fn cross(around: &mut Around, (a, b): (usize, usize), (c, d): (usize, usize)) {
    let apart = c != a && c != b && d != a && d != b;
    if apart && around[a] >> c & 1 == 0 && around[b] >> d & 1 == 0 {
        for (one, other) in [(a, b), (c, d), (a, c), (b, d)] {
            toggle(around, one, other);
        }
    }
}

/// Node and hole exchange their neighbours.
fn move_hole(around: &mut Around, nodes: usize, node: usize) {
    let hole = usize::from(HOLE);
    let differ = (around[hole] ^ around[node]) & !(1 << hole | 1 << node);
    for other in bits(differ).filter(|&other| other < nodes) {
        toggle(around, hole, other);
        toggle(around, node, other);
    }
}

impl Landscape for Graphs {
    type State = Around;

    fn start(&mut self, stream: &mut Stream) -> Around {
        let mut around = [0; MAX_NODES];
        // A tree, so that nothing is cut off, and some chords.
        for node in 1..self.nodes {
            toggle(&mut around, node, stream.below(node));
        }
        for _ in 0..self.nodes * stream.between(1, 12) as usize / 8 {
            let (a, b) = (stream.below(self.nodes), stream.below(self.nodes));
            toggle(&mut around, a, b);
        }
        around
    }

    fn change(&mut self, around: &Around, stream: &mut Stream) -> Around {
        let mut next = *around;
        // One change mostly, at times two or three.
        for _ in 0..stream.between(1, 5).saturating_sub(2).max(1) {
            let (a, b) = (stream.below(self.nodes), stream.below(self.nodes));
            let kind = stream.below(11);
            let old = one_of(next[a], stream);
            match (kind, old) {
                // An edge goes, or comes.
                (0 | 1, Some(old)) => toggle(&mut next, a, old),
                (2 | 3, _) if next[a] >> b & 1 == 0 => toggle(&mut next, a, b),
                // It moves to another end, any or close by.
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
                // Two edges exchange ends, and every node keeps its degree.
                (8 | 9, Some(old)) => {
                    if let Some(end) = one_of(next[b], stream) {
                        cross(&mut next, (a, old), (b, end));
                    }
                }
                // The hole is elsewhere, any or close by.
                (10, _) => match one_of(next[usize::from(HOLE)], stream) {
                    Some(near) if stream.percent(50) => move_hole(&mut next, self.nodes, near),
                    _ => move_hole(&mut next, self.nodes, a),
                },
                _ => {}
            }
        }
        next
    }

    fn score(&mut self, around: &Around) -> Option<u32> {
        Some(self.words(around)?.longest(self.winner)?.0.0)
    }

    fn instance(&self, around: &Around) -> Option<Instance> {
        let (_, (mouse, cat)) = self.words(around)?.longest(self.winner)?;
        Some(graph(&around[..self.nodes], mouse, cat).into())
    }
}
