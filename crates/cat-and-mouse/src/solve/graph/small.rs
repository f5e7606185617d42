//! Every game on a small graph at once: each node as the hole, and mouse and
//! cat anywhere.
//!
//! A lane of a vector is a hole. By mouse node there is a vector, whose lanes
//! hold the cat nodes as bits. So the mouse moves by combining whole vectors,
//! and the cat within a lane by its neighbours' words. The names of the nodes
//! mean nothing here: the hole need not be node 0.

/// Most nodes that fit.
pub const MOST_NODES: usize = 16;

/// Sets of cats by hole.
type Lanes = [u16; MOST_NODES];

/// The longest forced win of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Longest {
    /// Plies; 0 if there is no win to force.
    pub plies: u32,
    /// Starts that have it.
    pub starts: u64,
}

/// All games on a graph with the mouse to move, that are not over: hole, mouse
/// and cat on three nodes, and the cat not where it can only enter the hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Census {
    /// How many there are.
    pub starts: u64,
    /// How many the mouse wins.
    pub won: u64,
    /// How many the cat wins.
    pub lost: u64,
    /// The mouse's longest win.
    pub mouse: Longest,
    /// The cat's.
    pub cat: Longest,
}

impl Census {
    /// Solves a graph of at most 16 nodes, given by the neighbours of each, of
    /// which every node has one.
    #[must_use]
    pub fn of(around: &[u16]) -> Self {
        let graph = Small::new(around);
        let mut census = Self::default();
        for room in &graph.room[..around.len()] {
            census.starts += count(room);
        }
        (census.won, census.mouse) = graph.mouse_wins();
        (census.lost, census.cat) = graph.cat_wins();
        census
    }
}

struct Small<'a> {
    around: &'a [u16],
    /// By mouse node, the cats that may be there while the game is not over.
    room: [Lanes; MOST_NODES],
    /// Where a cat may be with any mouse.
    stand: Lanes,
}

impl<'a> Small<'a> {
    fn new(around: &'a [u16]) -> Self {
        let mut stand = [0; MOST_NODES];
        let mut room = [[0; MOST_NODES]; MOST_NODES];
        for hole in 0..around.len() {
            for (cat, &beside) in around.iter().enumerate() {
                let may = cat != hole && beside != 1 << hole;
                stand[hole] |= u16::from(may) << cat;
            }
            for (mouse, room) in room.iter_mut().enumerate() {
                if mouse != hole {
                    room[hole] = stand[hole] & !(1 << mouse);
                }
            }
        }
        Self {
            around,
            room,
            stand,
        }
    }

    /// The cats from which some move leads to one of these.
    fn cats_beside(&self, cats: &Lanes) -> Lanes {
        let mut beside = [0; MOST_NODES];
        for (to, &around) in self.around.iter().enumerate() {
            let to = 1 << to;
            for (beside, cats) in beside.iter_mut().zip(cats) {
                *beside |= if cats & to == to { around } else { 0 };
            }
        }
        beside
    }

    /// Positions with the mouse to move that it wins.
    fn mouse_wins(&self) -> (u64, Longest) {
        let nodes = self.around.len();
        let mut won = [[0; MOST_NODES]; MOST_NODES];
        let mut fresh = won;
        // What the mouse wins with the cat to move; in the hole it has won.
        let mut home = won;
        for (hole, home) in home.iter_mut().enumerate().take(nodes) {
            home[hole] = self.stand[hole];
        }
        let mut longest = Longest::default();
        for depth in (1..).step_by(2) {
            let mut changed = 0;
            for mouse in 0..nodes {
                let mut reach = [0; MOST_NODES];
                for to in nodes_of(self.around[mouse]) {
                    for (reach, home) in reach.iter_mut().zip(&home[to]) {
                        *reach |= home;
                    }
                }
                for hole in 0..MOST_NODES {
                    let now = reach[hole] & self.room[mouse][hole];
                    fresh[mouse][hole] = now & !won[mouse][hole];
                    changed |= fresh[mouse][hole];
                    won[mouse][hole] = now;
                }
            }
            if changed == 0 {
                break;
            }
            longest = Longest::new(depth, &fresh[..nodes]);
            for mouse in 0..nodes {
                let mut saved = [0; MOST_NODES];
                for hole in 0..MOST_NODES {
                    saved[hole] = self.stand[hole] & !won[mouse][hole];
                }
                let saved = self.cats_beside(&saved);
                for hole in 0..MOST_NODES {
                    home[mouse][hole] |= self.room[mouse][hole] & !saved[hole];
                }
            }
        }
        (won.iter().map(count).sum(), longest)
    }

    /// Positions with the mouse to move that the cat wins. Wins of both turns
    /// advance a ply at a time.
    fn cat_wins(&self) -> (u64, Longest) {
        let nodes = self.around.len();
        let mut mouse_to_move = [[0; MOST_NODES]; MOST_NODES];
        for (mouse, won) in mouse_to_move.iter_mut().enumerate().take(nodes) {
            for (hole, won) in won.iter_mut().enumerate() {
                if mouse != hole {
                    *won = self.stand[hole] & 1 << mouse;
                }
            }
        }
        let mut cat_to_move = mouse_to_move;
        let mut fresh = [[0; MOST_NODES]; MOST_NODES];
        let mut longest = Longest::default();
        for depth in 1.. {
            let before = cat_to_move;
            let (mut new, mut changed) = (0, 0);
            for mouse in 0..nodes {
                let caught = self.cats_beside(&mouse_to_move[mouse]);
                let mut trapped = [u16::MAX; MOST_NODES];
                for to in nodes_of(self.around[mouse]) {
                    for (trapped, won) in trapped.iter_mut().zip(&before[to]) {
                        *trapped &= won;
                    }
                }
                for hole in 0..MOST_NODES {
                    let room = self.room[mouse][hole];
                    cat_to_move[mouse][hole] |= caught[hole] & room;
                    changed |= cat_to_move[mouse][hole] ^ before[mouse][hole];
                    let now = trapped[hole] & room & !mouse_to_move[mouse][hole];
                    fresh[mouse][hole] = now;
                    new |= now;
                    mouse_to_move[mouse][hole] |= now;
                }
            }
            if new != 0 {
                longest = Longest::new(depth, &fresh[..nodes]);
            }
            if new | changed == 0 {
                break;
            }
        }
        let mut lost = 0;
        for (won, room) in mouse_to_move.iter().zip(&self.room) {
            lost += won
                .iter()
                .zip(room)
                .map(|(won, room)| u64::from((won & room).count_ones()))
                .sum::<u64>();
        }
        (lost, longest)
    }
}

impl Longest {
    fn new(plies: u32, fresh: &[Lanes]) -> Self {
        Self {
            plies,
            starts: fresh.iter().map(count).sum(),
        }
    }
}

fn count(lanes: &Lanes) -> u64 {
    lanes.iter().map(|cats| u64::from(cats.count_ones())).sum()
}

fn nodes_of(word: u16) -> impl Iterator<Item = usize> {
    super::words::bits(word.into())
}

/// In how many ways the nodes of a graph can change places without changing
/// it.
///
/// It is the product, node by node, of the number of nodes that it can take the
/// place of while all before it stay.
#[must_use]
pub fn symmetries(around: &[u16]) -> u64 {
    let kinds = kinds(around);
    let mut places: Lanes = std::array::from_fn(|node| node as u16);
    let mut all = 1;
    for node in 0..around.len() {
        let others = (node + 1..around.len())
            .filter(|&to| kinds[to] == kinds[node] && fits(around, &kinds, &mut places, node, to));
        all *= 1 + others.count() as u64;
        places[node] = node as u16;
    }
    all
}

/// A number for each node that is the same for nodes that can change places.
fn kinds(around: &[u16]) -> [u32; MOST_NODES] {
    let mut kinds = [1_u32; MOST_NODES];
    for _ in 0..3 {
        let before = kinds;
        for (kind, &beside) in kinds.iter_mut().zip(around) {
            let mut sum = 0_u32;
            for to in nodes_of(beside) {
                let mixed = before[to].wrapping_mul(0x9e37_79b1);
                sum = sum.wrapping_add(mixed ^ mixed >> 15);
            }
            *kind = kind.wrapping_mul(0x85eb_ca6b) ^ sum;
        }
    }
    kinds
}

/// Whether the nodes from this one on find places, with this one's given.
fn fits(
    around: &[u16],
    kinds: &[u32; MOST_NODES],
    places: &mut Lanes,
    node: usize,
    to: usize,
) -> bool {
    let placed = |nodes: u16, places: &Lanes| -> u16 {
        nodes_of(nodes).fold(0, |all, node| all | 1 << places[node])
    };
    let before = (1_u16 << node) - 1;
    let used = placed(before, places);
    if used >> to & 1 == 1 || around[to] & used != placed(around[node] & before, places) {
        return false;
    }
    places[node] = to as u16;
    let next = node + 1;
    next == around.len()
        || (0..around.len())
            .any(|to| kinds[to] == kinds[next] && fits(around, kinds, places, next, to))
}
