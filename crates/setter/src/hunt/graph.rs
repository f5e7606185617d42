//! The search for long wins on graphs. A step changes a few edges or makes another node the hole.
//! Solving a graph once gives the results for all start positions.

use super::anneal::{AnnealingObserver, SearchSpace, TemperatureRange, anneal};
use cat_and_mouse::Instance;
use cat_and_mouse::game::{Graph, HOLE, Node, Player};
use cat_and_mouse::solve::graph::bitset_solver::{BitsetSolver, MAX_NODES, indices_of_set_bits};
use mousetrap_suite::generate::RandomStream;

/// The neighbours of each node, as bit sets.
pub(super) type Neighbours = [u64; MAX_NODES];

/// The number of nodes of the first graph in [`GraphSpace::grow_from_smaller_graph`].
const INITIAL_NODE_COUNT: usize = 10;

/// The number of attempts to connect a new node at random. The attempt that results in the longest
/// win is kept.
const NEW_NODE_ATTEMPTS: usize = 50;

/// The search space of the graphs with a given number of nodes.
pub(super) struct GraphSpace {
    /// The number of nodes.
    pub(super) nodes: usize,
    /// The player whose longest win is sought.
    pub(super) winner: Player,
}

impl GraphSpace {
    /// Extends a graph that has one node fewer than this search space requires. Connects the node
    /// in several random ways, and returns the graph with the longest win.
    pub(super) fn add_node(
        &mut self,
        neighbours: &Neighbours,
        stream: &mut RandomStream,
    ) -> Neighbours {
        let new = self.nodes - 1;
        let connect = |stream: &mut RandomStream| {
            let mut next = *neighbours;
            let a = stream.random_below(new);
            toggle_edge(&mut next, a, new);
            match (stream.random_below(3), random_node(neighbours[a], stream)) {
                // The new node splits an edge, is connected to two random nodes, or copies the
                // neighbours of a node.
                (0, Some(b)) => {
                    toggle_edge(&mut next, a, b);
                    toggle_edge(&mut next, b, new);
                }
                (1, _) => {
                    let b = stream.random_below(new);
                    if a != b {
                        toggle_edge(&mut next, b, new);
                    }
                }
                _ => {
                    toggle_edge(&mut next, a, new);
                    for b in indices_of_set_bits(neighbours[a]) {
                        toggle_edge(&mut next, b, new);
                    }
                }
            }
            next
        };
        let drawn: Vec<Neighbours> = (0..NEW_NODE_ATTEMPTS).map(|_| connect(stream)).collect();
        let best = drawn.into_iter().max_by_key(|next| self.score(next));
        best.expect("at least one graph was drawn")
    }

    /// Anneals a small graph first, and then adds one node at a time. A smaller graph with a long
    /// win, extended by one node, is a far better initial state than a random graph. The mouse's
    /// longest known wins on graphs with 30 or more nodes were found in this way. Passes only
    /// graphs with the required number of nodes to `watch`. Returns false if the search was
    /// stopped.
    pub(super) fn grow_from_smaller_graph(
        &self,
        cooling: TemperatureRange,
        steps: u64,
        stream: &mut RandomStream,
        watch: &mut AnnealingObserver<'_>,
    ) -> bool {
        let sizes = INITIAL_NODE_COUNT.min(self.nodes)..=self.nodes;
        let steps = steps / sizes.clone().count() as u64;
        let mut smaller: Option<Neighbours> = None;
        for nodes in sizes {
            let mut space = Self { nodes, ..*self };
            let start = match &smaller {
                Some(smaller) => space.add_node(smaller, stream),
                None => space.random_state(stream),
            };
            let is_full = nodes == self.nodes;
            let mut watch = AnnealingObserver {
                on_improvement: &mut |score, instance| {
                    if is_full {
                        (watch.on_improvement)(score, instance);
                    }
                },
                should_continue: watch.should_continue,
            };
            smaller = anneal(&mut space, start, cooling, steps, stream, &mut watch);
            if smaller.is_none() {
                return false;
            }
        }
        true
    }

    fn graph_solver(&self, neighbours: &Neighbours) -> Option<BitsetSolver> {
        let neighbours = &neighbours[..self.nodes];
        (!neighbours.contains(&0)).then(|| BitsetSolver::from_neighbours(neighbours))
    }
}

fn toggle_edge(neighbours: &mut Neighbours, a: usize, b: usize) {
    if a != b {
        neighbours[a] ^= 1 << b;
        neighbours[b] ^= 1 << a;
    }
}

/// Draws a node from a bit set, or returns `None` if the set is empty.
fn random_node(set: u64, stream: &mut RandomStream) -> Option<usize> {
    let count = set.count_ones() as usize;
    (count > 0)
        .then(|| stream.random_below(count))
        .and_then(|index| indices_of_set_bits(set).nth(index))
}

/// Replaces the edges a–b and c–d by a–c and b–d, if the four nodes differ and the new edges do not
/// exist yet.
fn swap_endpoints(neighbours: &mut Neighbours, (a, b): (usize, usize), (c, d): (usize, usize)) {
    let are_distinct = c != a && c != b && d != a && d != b;
    if are_distinct && neighbours[a] >> c & 1 == 0 && neighbours[b] >> d & 1 == 0 {
        for (one, other) in [(a, b), (c, d), (a, c), (b, d)] {
            toggle_edge(neighbours, one, other);
        }
    }
}

/// Swaps the neighbours of a node with the neighbours of the hole.
fn swap_with_hole(neighbours: &mut Neighbours, nodes: usize, node: usize) {
    let hole = usize::from(HOLE);
    let differ = (neighbours[hole] ^ neighbours[node]) & !(1 << hole | 1 << node);
    for other in indices_of_set_bits(differ).filter(|&other| other < nodes) {
        toggle_edge(neighbours, hole, other);
        toggle_edge(neighbours, node, other);
    }
}

impl SearchSpace for GraphSpace {
    type State = Neighbours;

    fn random_state(&mut self, stream: &mut RandomStream) -> Neighbours {
        let mut neighbours = [0; MAX_NODES];
        // A random tree connects all nodes. The loop after this one adds more edges.
        for node in 1..self.nodes {
            toggle_edge(&mut neighbours, node, stream.random_below(node));
        }
        for _ in 0..self.nodes * stream.random_in_range(1, 12) as usize / 8 {
            let (a, b) = stream.random_pair_below(self.nodes);
            toggle_edge(&mut neighbours, a, b);
        }
        neighbours
    }

    fn random_step(&mut self, neighbours: &Neighbours, stream: &mut RandomStream) -> Neighbours {
        let mut next = *neighbours;
        // A step makes one, two or three changes.
        for _ in 0..stream.random_in_range(1, 5).saturating_sub(2).max(1) {
            let (a, b) = stream.random_pair_below(self.nodes);
            let kind = stream.random_below(11);
            let old = random_node(next[a], stream);
            match (kind, old) {
                // Removes an edge, or adds one.
                (0 | 1, Some(old)) => toggle_edge(&mut next, a, old),
                (2 | 3, _) if next[a] >> b & 1 == 0 => toggle_edge(&mut next, a, b),
                // Moves one endpoint of an edge to a random node, or to a neighbour of the other
                // endpoint.
                (4 | 5, Some(old)) if a != b && next[a] >> b & 1 == 0 => {
                    toggle_edge(&mut next, a, old);
                    toggle_edge(&mut next, a, b);
                }
                (6 | 7, Some(old)) => {
                    if let Some(near) = random_node(next[old] & !next[a] & !(1 << a), stream) {
                        toggle_edge(&mut next, a, old);
                        toggle_edge(&mut next, a, near);
                    }
                }
                // Swaps endpoints of two edges, which keeps every node's degree.
                (8 | 9, Some(old)) => {
                    if let Some(end) = random_node(next[b], stream) {
                        swap_endpoints(&mut next, (a, old), (b, end));
                    }
                }
                // Moves the hole to a random node or to a nearby node.
                (10, _) => match random_node(next[usize::from(HOLE)], stream) {
                    Some(near) if stream.random_bool(50) => {
                        swap_with_hole(&mut next, self.nodes, near);
                    }
                    _ => swap_with_hole(&mut next, self.nodes, a),
                },
                _ => {}
            }
        }
        next
    }

    fn score(&mut self, neighbours: &Neighbours) -> Option<u32> {
        Some(self.graph_solver(neighbours)?.longest_win(self.winner)?.0.0)
    }

    fn best_instance(&self, neighbours: &Neighbours) -> Option<Instance> {
        let (_, (mouse, cat)) = self.graph_solver(neighbours)?.longest_win(self.winner)?;
        let lists = neighbours[..self.nodes].iter();
        let lists = lists.map(|&list| indices_of_set_bits(list).map(|node| node as Node).collect());
        let adjacency = lists.collect();
        Some(Graph { adjacency }.with_players_at(mouse, cat)?.into())
    }
}
