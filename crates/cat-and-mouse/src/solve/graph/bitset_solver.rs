//! A solver for graphs of up to 64 nodes. For each cat node, it stores a set of mouse nodes as a
//! 64-bit word.
//!
//! The solver computes two least fixpoints ply by ply: the forced wins of the mouse and those of
//! the cat. All other positions are draws. Each position that becomes a win is examined once, and
//! sets are combined a word at a time. Solving a graph therefore takes about n² word operations,
//! whereas the queue solver takes n² · degree steps.

pub use crate::game::indices_of_set_bits;
use crate::game::{CAT_START, Graph, MOUSE_START, Node, Outcome, Player, Ply};

/// Maximum number of nodes.
pub const MAX_NODES: usize = 64;

/// A graph prepared for solving, with sets of nodes stored as 64-bit words.
#[derive(Clone, Debug)]
pub struct BitsetSolver {
    /// The neighbours of each node.
    neighbours: [u64; MAX_NODES],
    /// The nodes that the cat can occupy.
    cat_nodes: u64,
}

/// A set of positions: for each player to move and each cat node, a set of mouse nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionSets {
    /// Positions with the mouse to move.
    pub mouse_to_move: [u64; MAX_NODES],
    /// Positions with the cat to move.
    pub cat_to_move: [u64; MAX_NODES],
}

impl PositionSets {
    const EMPTY: Self = Self {
        mouse_to_move: [0; MAX_NODES],
        cat_to_move: [0; MAX_NODES],
    };

    /// Returns whether the set contains a position.
    pub const fn contains(&self, turn: Player, mouse: u16, cat: u16) -> bool {
        let sets = match turn {
            Player::Mouse => &self.mouse_to_move,
            Player::Cat => &self.cat_to_move,
        };
        sets[cat as usize] >> mouse & 1 == 1
    }
}

/// A batch of newly found wins: the player to move, the cat's node, the set of the mouse's nodes,
/// and the common depth in plies.
pub(in crate::solve) type NewWins = (Player, usize, u64, u32);

impl BitsetSolver {
    /// Prepares a graph. Returns `None` if it has more than 64 nodes.
    pub fn new(graph: &Graph) -> Option<Self> {
        let mut neighbours = [0; MAX_NODES];
        let words = neighbours.get_mut(..graph.nodes())?;
        for (word, list) in words.iter_mut().zip(&graph.adjacency) {
            *word = list.iter().map(|to| 1_u64 << to).sum();
        }
        Some(Self::from_neighbours(words))
    }

    /// Prepares a graph of at most 64 nodes. `words` contains a bit set of the neighbours of each
    /// node. Every node must have at least one neighbour.
    pub fn from_neighbours(words: &[u64]) -> Self {
        let mut neighbours = [0; MAX_NODES];
        neighbours[..words.len()].copy_from_slice(words);
        let holds_cat = |node: &usize| neighbours[*node] != 1;
        Self {
            neighbours,
            cat_nodes: (1..words.len())
                .filter(holds_cat)
                .map(|node| 1_u64 << node)
                .sum(),
        }
    }

    /// Among all positions with the mouse to move in which the player has a forced win, returns the
    /// maximum depth, and the `(mouse, cat)` of a position with this depth. Returns `None` if there
    /// is no such position.
    pub fn longest_win(&self, winner: Player) -> Option<(Ply, (Node, Node))> {
        let mut longest = None;
        let mut note = |(turn, cat, mice, depth): NewWins| {
            // Depths ascend, so the last one is the longest.
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

    /// Returns the outcome of the game from its start. Stops as soon as the outcome is known.
    pub fn start_outcome(&self) -> Outcome {
        // Records the depth of the start. Returns whether the depth is still unknown.
        let note = |found: &mut Option<Ply>, (turn, cat, mice, depth): NewWins| {
            let here = turn == Player::Mouse && cat == usize::from(CAT_START);
            if here && mice >> MOUSE_START & 1 == 1 {
                *found = Some(Ply(depth));
            }
            found.is_none()
        };
        let (mut mouse, mut cat) = (None, None);
        self.mouse_wins(&mut |new_wins| note(&mut mouse, new_wins));
        if let Some(depth) = mouse {
            return Outcome::Mouse { depth };
        }
        self.cat_wins(&mut |new_wins| note(&mut cat, new_wins));
        cat.map_or(Outcome::Draw, |depth| Outcome::Cat { depth: Some(depth) })
    }

    /// Returns all positions that the mouse wins, and all positions that the cat wins.
    pub fn solve(&self) -> (PositionSets, PositionSets) {
        (self.mouse_wins(&mut |_| true), self.cat_wins(&mut |_| true))
    }

    /// Returns the nodes to which the cat can move.
    fn cat_moves(&self, cat: usize) -> u64 {
        self.neighbours[cat] & !1
    }

    /// Returns all neighbours of a set of nodes.
    fn neighbours_of(&self, nodes: u64) -> u64 {
        indices_of_set_bits(nodes).fold(0, |all, node| all | self.neighbours[node])
    }

    /// Returns the positions that the mouse wins. Also passes these positions to `on_new_wins` in
    /// ascending order of depth. Stops early if `on_new_wins` returns false.
    pub(in crate::solve) fn mouse_wins(
        &self,
        on_new_wins: &mut impl FnMut(NewWins) -> bool,
    ) -> PositionSets {
        let mut won = PositionSets::EMPTY;
        // Mouse nodes that were added in the last round, with the cat to move.
        let mut fresh = [0; MAX_NODES];
        for cat in indices_of_set_bits(self.cat_nodes) {
            won.mouse_to_move[cat] = 1;
            won.cat_to_move[cat] = 1;
            fresh[cat] = 1;
            if !(on_new_wins((Player::Mouse, cat, 1, 0)) && on_new_wins((Player::Cat, cat, 1, 0))) {
                return won;
            }
        }
        let mut changed = self.cat_nodes;
        for depth in (1..).step_by(2) {
            // The mouse wins if one move leads to a win.
            let mut grown = 0;
            for cat in indices_of_set_bits(changed) {
                let here = &mut won.mouse_to_move[cat];
                let new = self.neighbours_of(fresh[cat]) & !*here & !(1 << cat);
                if new != 0 {
                    *here |= new;
                    grown |= 1 << cat;
                    if !on_new_wins((Player::Mouse, cat, new, depth)) {
                        return won;
                    }
                }
            }
            // The cat loses if all of its moves lead to a loss.
            changed = 0;
            for cat in indices_of_set_bits(self.neighbours_of(grown) & self.cat_nodes) {
                let all = indices_of_set_bits(self.cat_moves(cat))
                    .fold(!(1 << cat), |all, to| all & won.mouse_to_move[to]);
                let here = &mut won.cat_to_move[cat];
                let new = all & !*here;
                if new != 0 {
                    *here |= new;
                    fresh[cat] = new;
                    changed |= 1 << cat;
                    if !on_new_wins((Player::Cat, cat, new, depth + 1)) {
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

    /// Returns the positions that the cat wins, in the same way as
    /// [`mouse_wins`](Self::mouse_wins). Either player's move can end in a capture, so each ply is
    /// computed twice: with the mouse to move and with the cat to move.
    pub(in crate::solve) fn cat_wins(
        &self,
        on_new_wins: &mut impl FnMut(NewWins) -> bool,
    ) -> PositionSets {
        let mut won = PositionSets::EMPTY;
        let mut fresh = PositionSets::EMPTY;
        for cat in indices_of_set_bits(self.cat_nodes) {
            for sets in [&mut won, &mut fresh] {
                sets.mouse_to_move[cat] = 1 << cat;
                sets.cat_to_move[cat] = 1 << cat;
            }
            if !(on_new_wins((Player::Mouse, cat, 1 << cat, 0))
                && on_new_wins((Player::Cat, cat, 1 << cat, 0)))
            {
                return won;
            }
        }
        // The cat nodes whose sets have grown in the last round, for each player to move.
        let (mut mouse_changed, mut cat_changed) = (self.cat_nodes, self.cat_nodes);
        for depth in 1.. {
            let mut next = PositionSets::EMPTY;
            // The cat wins if one move leads to a win.
            for cat in indices_of_set_bits(mouse_changed) {
                for from in indices_of_set_bits(self.cat_moves(cat)) {
                    next.cat_to_move[from] |= fresh.mouse_to_move[cat];
                }
            }
            let cat_touched = self.neighbours_of(mouse_changed);
            // The mouse loses if all of its moves lead to a loss.
            let mouse_touched = cat_changed;
            for cat in indices_of_set_bits(mouse_touched) {
                let escapes = !won.cat_to_move[cat];
                let maybe =
                    self.neighbours_of(fresh.cat_to_move[cat]) & !won.mouse_to_move[cat] & !1;
                next.mouse_to_move[cat] = indices_of_set_bits(maybe)
                    .filter(|&mouse| self.neighbours[mouse] & escapes == 0)
                    .map(|mouse| 1_u64 << mouse)
                    .sum();
            }
            (mouse_changed, cat_changed) = (0, 0);
            for cat in indices_of_set_bits(cat_touched) {
                let new = next.cat_to_move[cat] & !won.cat_to_move[cat];
                won.cat_to_move[cat] |= new;
                fresh.cat_to_move[cat] = new;
                cat_changed |= u64::from(new != 0) << cat;
                if new != 0 && !on_new_wins((Player::Cat, cat, new, depth)) {
                    return won;
                }
            }
            for cat in indices_of_set_bits(mouse_touched) {
                let new = next.mouse_to_move[cat];
                won.mouse_to_move[cat] |= new;
                fresh.mouse_to_move[cat] = new;
                mouse_changed |= u64::from(new != 0) << cat;
                if new != 0 && !on_new_wins((Player::Mouse, cat, new, depth)) {
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
