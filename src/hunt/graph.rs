//! Graphs as a landscape: edges change, and one solve answers for all starts.

use super::anneal::Landscape;
use crate::game::{CAT_START, Graph, HOLE, MOUSE_START, Node, Outcome, Turn};
use crate::generate::Stream;
use crate::solve::graph::words::{MOST_NODES, Words};

/// What of a graph counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    /// Plies of the longest forced win of one side.
    Win(Turn),
    /// Positions that nobody can win.
    Draws,
}

/// Neighbours of each node.
pub(super) type Around = [u64; MOST_NODES];

/// All graphs with so many nodes.
pub(super) struct Graphs {
    pub(super) nodes: usize,
    pub(super) worth: Worth,
}

impl Graphs {
    fn words(&self, around: &Around) -> Option<Words> {
        let lonely = around[..self.nodes].contains(&0);
        (!lonely).then(|| Words::from_neighbours(&around[..self.nodes]))
    }

    /// The graph with the starts that are worth most on nodes 1 and 2.
    pub(super) fn instance(&self, around: &Around) -> Option<Graph> {
        let words = self.words(around)?;
        let (mouse, cat) = match self.worth {
            Worth::Win(winner) => words.longest(winner)?.1,
            Worth::Draws => words.drawn_start()?,
        };
        Some(graph(&around[..self.nodes], mouse, cat))
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

impl Landscape for Graphs {
    type State = Around;

    fn start(&mut self, stream: &mut Stream) -> Around {
        let mut around = [0; MOST_NODES];
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
        for _ in 0..stream.between(1, 2) {
            let (a, b) = (stream.below(self.nodes), stream.below(self.nodes));
            let neighbours: Vec<usize> =
                (0..self.nodes).filter(|&n| next[a] >> n & 1 == 1).collect();
            match stream.below(4) {
                // An edge goes, or moves to another end.
                0 => {
                    if let Some(old) = stream.pick(&neighbours) {
                        toggle(&mut next, a, old);
                    }
                }
                1 | 2 => {
                    if let Some(old) = stream.pick(&neighbours)
                        && next[a] >> b & 1 == 0
                        && a != b
                    {
                        toggle(&mut next, a, old);
                        toggle(&mut next, a, b);
                    }
                }
                _ => toggle(&mut next, a, b),
            }
        }
        next
    }

    fn score(&mut self, around: &Around) -> Option<u32> {
        let words = self.words(around)?;
        match self.worth {
            Worth::Win(winner) => words.longest(winner).map(|(depth, _)| depth.0),
            Worth::Draws => words.drawn_start().map(|_| words.draws()),
        }
    }
}

/// The positions that nobody can win, if the start is one of them.
pub(super) fn draws(graph: &Graph) -> Option<u32> {
    let words = Words::new(graph)?;
    (words.start() == Outcome::Draw).then(|| words.draws())
}
