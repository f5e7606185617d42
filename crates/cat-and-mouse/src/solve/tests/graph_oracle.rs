//! A slow oracle that applies the rules over a growing number of plies, without
//! optimizations.
//!
//! It is independent of the other solvers and shares only [`Graph`]'s fields with them.
//! The oracle has no queues, counts or bitboards, and only asks whether a player can force a win
//! within a given number of plies.

use crate::game::{Graph, Node, Outcome, Player, Ply};

/// For every position, the winner and the smallest number of plies in which it can win.
#[derive(Clone, Debug)]
pub(crate) struct Horizons {
    /// Indexed by cat node, then mouse node: `[mouse to move, cat to move]`.
    ends: Vec<Vec<[Option<Outcome>; 2]>>,
}

impl Horizons {
    /// Increases the number of plies until another ply changes nothing.
    pub(crate) fn of(graph: &Graph) -> Self {
        let nodes = graph.adjacency.len();
        let mut ends = vec![vec![[None; 2]; nodes]; nodes];
        for plies in 0.. {
            let mut now = ends.clone();
            let mut changed = false;
            for (cat, row) in now.iter_mut().enumerate() {
                if cat == 0 || graph.adjacency[cat] == [0] {
                    continue;
                }
                for (mouse, slots) in row.iter_mut().enumerate() {
                    for turn in [Player::Mouse, Player::Cat] {
                        let known = &mut slots[slot(turn)];
                        if known.is_none() {
                            *known = forced(graph, &ends, plies, turn, mouse, cat);
                            changed |= known.is_some();
                        }
                    }
                }
            }
            ends = now;
            if !changed {
                break;
            }
        }
        Self { ends }
    }

    /// Returns the forced end from a position, or `None` if neither side can force one.
    pub(crate) fn end(&self, turn: Player, mouse: Node, cat: Node) -> Option<Outcome> {
        self.ends[usize::from(cat)][usize::from(mouse)][slot(turn)]
    }
}

fn slot(turn: Player) -> usize {
    match turn {
        Player::Mouse => 0,
        Player::Cat => 1,
    }
}

/// Applies the rules literally. `fewer` contains every end that is forced within
/// `plies - 1` plies.
fn forced(
    graph: &Graph,
    fewer: &[Vec<[Option<Outcome>; 2]>],
    plies: u32,
    turn: Player,
    mouse: usize,
    cat: usize,
) -> Option<Outcome> {
    let mouse_win = Outcome::Mouse { depth: Ply(plies) };
    let cat_win = Outcome::Cat {
        depth: Some(Ply(plies)),
    };
    if mouse == 0 {
        return Some(mouse_win);
    }
    if mouse == cat {
        return Some(cat_win);
    }
    if plies == 0 {
        return None;
    }
    // The ends that the player to move can reach within fewer plies.
    let reach = |to: usize| match turn {
        Player::Mouse => fewer[cat][to][slot(Player::Cat)],
        Player::Cat => fewer[to][mouse][slot(Player::Mouse)],
    };
    let targets: &[Node] = match turn {
        Player::Mouse => &graph.adjacency[mouse],
        Player::Cat => &graph.adjacency[cat],
    };
    let mut next = targets
        .iter()
        .filter(|&&to| turn == Player::Mouse || to != 0)
        .map(|&to| reach(usize::from(to)));
    let is_mouse = |end: Option<Outcome>| matches!(end, Some(Outcome::Mouse { .. }));
    let is_cat = |end: Option<Outcome>| matches!(end, Some(Outcome::Cat { .. }));
    let (mouse_wins, cat_wins) = match turn {
        Player::Mouse => (next.clone().any(is_mouse), next.all(is_cat)),
        Player::Cat => (next.clone().all(is_mouse), next.any(is_cat)),
    };
    match (mouse_wins, cat_wins) {
        (true, _) => Some(mouse_win),
        (_, true) => Some(cat_win),
        _ => None,
    }
}
