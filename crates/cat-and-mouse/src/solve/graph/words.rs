//! Graphs of up to 64 nodes solved by sets: one 64-bit word of mouse nodes per
//! cat node, worked on only where something changed.
//!
//! Two least fixpoints are built up ply by ply, that of forced mouse wins and
//! that of forced cat wins; what neither reaches is a draw. Each position that
//! becomes a win is looked at once, and sets are combined a word at a time, so
//! that the work is some n² word operations instead of n² · degree queue steps.

use super::Table;
use crate::game::{CAT_START, Graph, MOUSE_START, Node, Outcome, Player, Ply};

/// Most nodes that fit.
pub const MOST_NODES: usize = 64;

/// A graph as words.
#[derive(Clone, Debug)]
pub struct Words {
    nodes: usize,
    /// Neighbours of each node.
    around: [u64; MOST_NODES],
    /// Where the cat can stand.
    cats: u64,
}

/// Sets of mouse nodes by cat node, for either player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sets {
    /// Positions with the mouse to move.
    pub mouse_to_move: [u64; MOST_NODES],
    /// Positions with the cat to move.
    pub cat_to_move: [u64; MOST_NODES],
}

impl Sets {
    const EMPTY: Self = Self {
        mouse_to_move: [0; MOST_NODES],
        cat_to_move: [0; MOST_NODES],
    };

    /// Whether a position is in the sets.
    #[must_use]
    pub const fn contains(&self, turn: Player, mouse: u16, cat: u16) -> bool {
        let sets = match turn {
            Player::Mouse => &self.mouse_to_move,
            Player::Cat => &self.cat_to_move,
        };
        sets[cat as usize] >> mouse & 1 == 1
    }

    /// How many positions they hold, of both turns.
    #[must_use]
    pub fn count(&self) -> u32 {
        let all = self.mouse_to_move.iter().chain(&self.cat_to_move);
        all.map(|mice| mice.count_ones()).sum()
    }

    /// A position `(mouse, cat)` with the mouse to move.
    #[must_use]
    pub fn start(&self) -> Option<(Node, Node)> {
        (0..).zip(self.mouse_to_move).find_map(|(cat, mice)| {
            let mouse = bits(mice).next()?;
            Some((mouse as Node, cat))
        })
    }
}

/// Positions that become a win for a player on the same ply: whose turn it is,
/// where the cat is, the mouse nodes, and the plies to the end.
type Growth = (Player, usize, u64, u32);

impl Words {
    /// The graph as words; `None` if it has more than 64 nodes.
    #[must_use]
    pub fn new(graph: &Graph) -> Option<Self> {
        let nodes = graph.nodes();
        if nodes > MOST_NODES {
            return None;
        }
        let mut around = [0; MOST_NODES];
        for (neighbours, list) in around.iter_mut().zip(&graph.adjacency) {
            *neighbours = list.iter().map(|to| 1_u64 << to).sum();
        }
        Some(Self::from_neighbours(&around[..nodes]))
    }

    /// A graph of at most 64 nodes by the neighbours of each, of which every
    /// node has one.
    #[must_use]
    pub fn from_neighbours(neighbours: &[u64]) -> Self {
        let mut around = [0; MOST_NODES];
        around[..neighbours.len()].copy_from_slice(neighbours);
        let holds_cat = |&node: &usize| node > 0 && around[node] != 1;
        Self {
            nodes: neighbours.len(),
            around,
            cats: (0..neighbours.len())
                .filter(holds_cat)
                .map(|node| 1_u64 << node)
                .sum(),
        }
    }

    /// The longest forced win of a player with the mouse to move, and a start
    /// `(mouse, cat)` that has it; `None` if it wins no game that is not over.
    #[must_use]
    pub fn longest(&self, winner: Player) -> Option<(Ply, (Node, Node))> {
        let mut longest = None;
        let mut note = |(turn, cat, mice, depth): Growth| {
            // By rising depth, so the last one is the longest.
            if turn == Player::Mouse && depth > 0 {
                let mouse = mice.trailing_zeros() as Node;
                longest = Some((Ply(depth), (mouse, cat as Node)));
            }
            true
        };
        match winner {
            Player::Mouse => self.mouse_wins(&mut note),
            Player::Cat => self.cat_wins(&mut note),
        };
        longest
    }

    /// The positions that nobody can win.
    #[must_use]
    pub fn drawn(&self) -> Sets {
        let (mouse, cat) = self.solve();
        let nodes = u64::MAX >> (MOST_NODES - self.nodes);
        let mut drawn = Sets::EMPTY;
        for at in bits(self.cats) {
            drawn.mouse_to_move[at] = nodes & !(mouse.mouse_to_move[at] | cat.mouse_to_move[at]);
            drawn.cat_to_move[at] = nodes & !(mouse.cat_to_move[at] | cat.cat_to_move[at]);
        }
        drawn
    }

    /// The value of the start; stops as soon as it is known.
    #[must_use]
    pub fn start(&self) -> Outcome {
        // Takes note of the start's depth, and asks for more until it has it.
        let note = |found: &mut Option<Ply>, (turn, cat, mice, depth): Growth| {
            let here = turn == Player::Mouse && cat == usize::from(CAT_START);
            if here && mice >> MOUSE_START & 1 == 1 {
                *found = Some(Ply(depth));
            }
            found.is_none()
        };
        let (mut mouse, mut cat) = (None, None);
        self.mouse_wins(&mut |growth| note(&mut mouse, growth));
        if let Some(depth) = mouse {
            return Outcome::Mouse { depth };
        }
        self.cat_wins(&mut |growth| note(&mut cat, growth));
        cat.map_or(Outcome::Draw, |depth| Outcome::Cat { depth: Some(depth) })
    }

    /// All positions that the mouse wins, and all that the cat wins.
    #[must_use]
    pub fn solve(&self) -> (Sets, Sets) {
        (self.mouse_wins(&mut |_| true), self.cat_wins(&mut |_| true))
    }

    /// The value of every position, with exact depths.
    #[must_use]
    pub fn values(&self) -> Table {
        let mut table = Table::empty(self.nodes);
        let mut record = |(turn, cat, mice, _): Growth, outcome| {
            for mouse in bits(mice) {
                table.set(turn, mouse as Node, cat as Node, outcome);
            }
            true
        };
        let all = u64::MAX >> (MOST_NODES - self.nodes);
        for cat in bits(self.cats) {
            for turn in [Player::Mouse, Player::Cat] {
                record((turn, cat, all, 0), Outcome::Draw);
            }
        }
        self.mouse_wins(&mut |growth| {
            let depth = Ply(growth.3);
            record(growth, Outcome::Mouse { depth })
        });
        self.cat_wins(&mut |growth| {
            let depth = Some(Ply(growth.3));
            record(growth, Outcome::Cat { depth })
        });
        table
    }

    /// Where the cat may go.
    fn cat_moves(&self, cat: usize) -> u64 {
        self.around[cat] & !1
    }

    /// All nodes next to some node of a set.
    fn beside(&self, nodes: u64) -> u64 {
        bits(nodes).fold(0, |all, node| all | self.around[node])
    }

    /// The positions that the mouse wins. `grow` sees them by rising depth and
    /// may stop it all.
    fn mouse_wins(&self, grow: &mut impl FnMut(Growth) -> bool) -> Sets {
        let mut won = Sets::EMPTY;
        // Mouse nodes won since the last look, with the cat to move.
        let mut fresh = [0; MOST_NODES];
        for cat in bits(self.cats) {
            won.mouse_to_move[cat] = 1;
            won.cat_to_move[cat] = 1;
            fresh[cat] = 1;
            if !(grow((Player::Mouse, cat, 1, 0)) && grow((Player::Cat, cat, 1, 0))) {
                return won;
            }
        }
        let mut changed = self.cats;
        for depth in (1..).step_by(2) {
            // The mouse wins from wherever one move leads to a win.
            let mut grown = 0;
            for cat in bits(changed) {
                let here = &mut won.mouse_to_move[cat];
                let new = self.beside(fresh[cat]) & !*here & !(1 << cat);
                if new != 0 {
                    *here |= new;
                    grown |= 1 << cat;
                    if !grow((Player::Mouse, cat, new, depth)) {
                        return won;
                    }
                }
            }
            // The cat loses where every move of its leads to a loss.
            changed = 0;
            for cat in bits(self.beside(grown) & self.cats) {
                let all = bits(self.cat_moves(cat))
                    .fold(!(1 << cat), |all, to| all & won.mouse_to_move[to]);
                let here = &mut won.cat_to_move[cat];
                let new = all & !*here;
                if new != 0 {
                    *here |= new;
                    fresh[cat] = new;
                    changed |= 1 << cat;
                    if !grow((Player::Cat, cat, new, depth + 1)) {
                        return won;
                    }
                }
            }
            if changed == 0 {
                break;
            }
        }
        won
    }

    /// The positions that the cat wins. A capture may come on either player's
    /// move, so both turns advance together, a ply at a time.
    fn cat_wins(&self, grow: &mut impl FnMut(Growth) -> bool) -> Sets {
        let mut won = Sets::EMPTY;
        let mut fresh = Sets::EMPTY;
        for cat in bits(self.cats) {
            for sets in [&mut won, &mut fresh] {
                sets.mouse_to_move[cat] = 1 << cat;
                sets.cat_to_move[cat] = 1 << cat;
            }
            if !(grow((Player::Mouse, cat, 1 << cat, 0)) && grow((Player::Cat, cat, 1 << cat, 0))) {
                return won;
            }
        }
        // The cats whose sets have fresh mice, for each turn.
        let (mut mouse_changed, mut cat_changed) = (self.cats, self.cats);
        for depth in 1.. {
            let mut next = Sets::EMPTY;
            // The cat wins from wherever one move leads to a win.
            for cat in bits(mouse_changed) {
                for from in bits(self.cat_moves(cat)) {
                    next.cat_to_move[from] |= fresh.mouse_to_move[cat];
                }
            }
            let cat_touched = self.beside(mouse_changed);
            // The mouse loses where every move of its leads to a loss.
            let mouse_touched = cat_changed;
            for cat in bits(mouse_touched) {
                let escapes = !won.cat_to_move[cat];
                let maybe = self.beside(fresh.cat_to_move[cat]) & !won.mouse_to_move[cat] & !1;
                next.mouse_to_move[cat] = bits(maybe)
                    .filter(|&mouse| self.around[mouse] & escapes == 0)
                    .map(|mouse| 1_u64 << mouse)
                    .sum();
            }
            (mouse_changed, cat_changed) = (0, 0);
            for cat in bits(cat_touched) {
                let new = next.cat_to_move[cat] & !won.cat_to_move[cat];
                won.cat_to_move[cat] |= new;
                fresh.cat_to_move[cat] = new;
                cat_changed |= u64::from(new != 0) << cat;
                if new != 0 && !grow((Player::Cat, cat, new, depth)) {
                    return won;
                }
            }
            for cat in bits(mouse_touched) {
                let new = next.mouse_to_move[cat];
                won.mouse_to_move[cat] |= new;
                fresh.mouse_to_move[cat] = new;
                mouse_changed |= u64::from(new != 0) << cat;
                if new != 0 && !grow((Player::Mouse, cat, new, depth)) {
                    return won;
                }
            }
            if mouse_changed | cat_changed == 0 {
                break;
            }
        }
        won
    }
}

/// The numbers of the bits that are set, ascending.
pub fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}
