//! The landscape of graphs. Steps change edges, and solving a graph once gives the results for all
//! starts.

use super::anneal::{ClimbObserver, Cooling, Landscape, climb};
use cat_and_mouse::Instance;
use cat_and_mouse::game::{Graph, HOLE, Node, Player};
use cat_and_mouse::solve::graph::word_solver::{MAX_NODES, WordSolver, bit_numbers};
use mousetrap_suite::generate::Stream;

/// The neighbours of each node, as bit sets.
pub(super) type Neighbours = [u64; MAX_NODES];

/// The number of nodes with which a growing graph begins.
const FIRST_NODES: usize = 10;

/// The number of ways to connect a new node that are tried.
const CONNECTION_TRIES: usize = 50;

/// All graphs of one size.
pub(super) struct Graphs {
    /// The number of nodes.
    pub(super) nodes: usize,
    /// The player whose wins count.
    pub(super) winner: Player,
}

impl Graphs {
    /// Adds the last node to a graph that lacks it. Draws several ways to connect the node, and
    /// returns the graph with the longest win.
    pub(super) fn with_node(&mut self, neighbours: &Neighbours, stream: &mut Stream) -> Neighbours {
        let new = self.nodes - 1;
        let connect = |stream: &mut Stream| {
            let mut next = *neighbours;
            let a = stream.below(new);
            toggle_edge(&mut next, a, new);
            match (stream.below(3), draw_node(neighbours[a], stream)) {
                // The new node is on an edge, next to two nodes, or has the neighbours of another
                // node.
                (0, Some(b)) => {
                    toggle_edge(&mut next, a, b);
                    toggle_edge(&mut next, b, new);
                }
                (1, _) => {
                    let b = stream.below(new);
                    if a != b {
                        toggle_edge(&mut next, b, new);
                    }
                }
                _ => {
                    toggle_edge(&mut next, a, new);
                    for b in bit_numbers(neighbours[a]) {
                        toggle_edge(&mut next, b, new);
                    }
                }
            }
            next
        };
        let drawn: Vec<Neighbours> = (0..CONNECTION_TRIES).map(|_| connect(stream)).collect();
        let best = drawn.into_iter().max_by_key(|next| self.score(next));
        best.expect("some are drawn")
    }

    /// Climbs with few nodes first, and then adds one node at a time. A graph with a long win and
    /// one fewer node is a far better start than a random graph. The mouse's longest known wins on
    /// 30 or more nodes were found in this way. Reports only graphs of full size. Returns false if
    /// the search was stopped.
    pub(super) fn grow(
        &self,
        cooling: Cooling,
        steps: u64,
        stream: &mut Stream,
        watch: &mut ClimbObserver<'_>,
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
            let mut watch = ClimbObserver {
                better: &mut |score, instance| {
                    if is_full {
                        (watch.better)(score, instance);
                    }
                },
                should_continue: watch.should_continue,
            };
            smaller = climb(&mut land, start, cooling, share, stream, &mut watch);
            if smaller.is_none() {
                return false;
            }
        }
        true
    }

    fn solver(&self, neighbours: &Neighbours) -> Option<WordSolver> {
        let neighbours = &neighbours[..self.nodes];
        (!neighbours.contains(&0)).then(|| WordSolver::from_neighbours(neighbours))
    }
}

fn toggle_edge(neighbours: &mut Neighbours, a: usize, b: usize) {
    if a != b {
        neighbours[a] ^= 1 << b;
        neighbours[b] ^= 1 << a;
    }
}

/// Draws a node from a set.
fn draw_node(set: u64, stream: &mut Stream) -> Option<usize> {
    let count = set.count_ones() as usize;
    (count > 0)
        .then(|| stream.below(count))
        .and_then(|index| bit_numbers(set).nth(index))
}

/// Replaces the edges a–b and c–d by a–c and b–d, if the four nodes differ and the new edges do not
/// exist yet.
fn exchange_edge_ends(neighbours: &mut Neighbours, (a, b): (usize, usize), (c, d): (usize, usize)) {
    let apart = c != a && c != b && d != a && d != b;
    if apart && neighbours[a] >> c & 1 == 0 && neighbours[b] >> d & 1 == 0 {
        for (one, other) in [(a, b), (c, d), (a, c), (b, d)] {
            toggle_edge(neighbours, one, other);
        }
    }
}

/// Exchanges the neighbours of a node with those of the hole.
fn move_hole(neighbours: &mut Neighbours, nodes: usize, node: usize) {
    let hole = usize::from(HOLE);
    let differ = (neighbours[hole] ^ neighbours[node]) & !(1 << hole | 1 << node);
    for other in bit_numbers(differ).filter(|&other| other < nodes) {
        toggle_edge(neighbours, hole, other);
        toggle_edge(neighbours, node, other);
    }
}

impl Landscape for Graphs {
    type State = Neighbours;

    fn start(&mut self, stream: &mut Stream) -> Neighbours {
        let mut neighbours = [0; MAX_NODES];
        // Starts with a tree, so that the graph is connected, and adds more edges.
        for node in 1..self.nodes {
            toggle_edge(&mut neighbours, node, stream.below(node));
        }
        for _ in 0..self.nodes * stream.between(1, 12) as usize / 8 {
            let (a, b) = (stream.below(self.nodes), stream.below(self.nodes));
            toggle_edge(&mut neighbours, a, b);
        }
        neighbours
    }

    fn change(&mut self, neighbours: &Neighbours, stream: &mut Stream) -> Neighbours {
        let mut next = *neighbours;
        // A step is mostly one change, and sometimes two or three.
        for _ in 0..stream.between(1, 5).saturating_sub(2).max(1) {
            let (a, b) = (stream.below(self.nodes), stream.below(self.nodes));
            let kind = stream.below(11);
            let old = draw_node(next[a], stream);
            match (kind, old) {
                // Removes an edge, or adds one.
                (0 | 1, Some(old)) => toggle_edge(&mut next, a, old),
                (2 | 3, _) if next[a] >> b & 1 == 0 => toggle_edge(&mut next, a, b),
                // Moves one endpoint of an edge to a random node or to a nearby node.
                (4 | 5, Some(old)) if a != b && next[a] >> b & 1 == 0 => {
                    toggle_edge(&mut next, a, old);
                    toggle_edge(&mut next, a, b);
                }
                (6 | 7, Some(old)) => {
                    if let Some(near) = draw_node(next[old] & !next[a] & !(1 << a), stream) {
                        toggle_edge(&mut next, a, old);
                        toggle_edge(&mut next, a, near);
                    }
                }
                // Swaps endpoints of two edges, which keeps every node's degree.
                (8 | 9, Some(old)) => {
                    if let Some(end) = draw_node(next[b], stream) {
                        exchange_edge_ends(&mut next, (a, old), (b, end));
                    }
                }
                // Moves the hole to a random node or to a nearby node.
                (10, _) => match draw_node(next[usize::from(HOLE)], stream) {
                    Some(near) if stream.percent(50) => move_hole(&mut next, self.nodes, near),
                    _ => move_hole(&mut next, self.nodes, a),
                },
                _ => {}
            }
        }
        next
    }

    fn score(&mut self, neighbours: &Neighbours) -> Option<u32> {
        Some(self.solver(neighbours)?.longest_win(self.winner)?.0.0)
    }

    fn instance(&self, neighbours: &Neighbours) -> Option<Instance> {
        let (_, (mouse, cat)) = self.solver(neighbours)?.longest_win(self.winner)?;
        let lists = neighbours[..self.nodes].iter();
        let lists = lists.map(|&list| bit_numbers(list).map(|node| node as Node).collect());
        let adjacency = lists.collect();
        Some(Graph { adjacency }.with_players(mouse, cat)?.into())
    }
}
