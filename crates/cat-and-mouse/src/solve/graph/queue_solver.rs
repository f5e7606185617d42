//! Retrograde analysis with a queue: a simple reference solver for graphs of any size.

use crate::game::{CAT_START, Graph, HOLE, MOUSE_START, Node, Outcome, Player, Ply};

/// The outcome of every position of a graph.
#[derive(Clone, Debug)]
pub struct OutcomeTable {
    nodes: usize,
    /// The outcome of each position. The mouse is to move in the first half of the table, and the
    /// cat in the second half. Within each half, the index is `mouse * nodes + cat`. An outcome is
    /// `None` if no game can reach the position, because the cat is in the hole or on a node that
    /// leads only into the hole.
    outcomes: Vec<Option<Outcome>>,
}

impl OutcomeTable {
    /// Solves a graph for every starting position.
    ///
    /// Works backwards from the final positions: the mouse in the hole, and the cat on the mouse.
    /// The player to move wins if one move leads to a position that it wins, and loses if all moves
    /// lead to positions that it loses. A counter of undecided successors detects such losses. The
    /// queue returns positions in ascending order of depth, so the first depth that is found is the
    /// correct one. All positions that the queue does not reach are draws.
    pub fn solve(graph: &Graph) -> Self {
        let nodes = graph.nodes();
        let index = |turn, mouse, cat| position_index(nodes, turn, mouse, cat);
        let all = || 0..nodes as Node;
        let mut outcomes: Vec<Option<Outcome>> = vec![None; 2 * nodes * nodes];
        let mut open = vec![0_usize; 2 * nodes * nodes];
        let mut queue: Vec<(Player, Node, Node)> = Vec::new();
        for cat in all().filter(|&cat| graph.is_allowed_for_cat(cat)) {
            let cat_degree = graph.cat_moves(cat).count();
            for mouse in all() {
                let end = if mouse == HOLE {
                    Some(Outcome::Mouse { depth: Ply(0) })
                } else if mouse == cat {
                    Some(Outcome::Cat {
                        depth: Some(Ply(0)),
                    })
                } else {
                    None
                };
                for (turn, degree) in [
                    (Player::Mouse, graph.neighbours(mouse).len()),
                    (Player::Cat, cat_degree),
                ] {
                    outcomes[index(turn, mouse, cat)] = Some(end.unwrap_or(Outcome::Draw));
                    open[index(turn, mouse, cat)] = degree;
                    if end.is_some() {
                        queue.push((turn, mouse, cat));
                    }
                }
            }
        }
        let mut next = 0;
        while let Some(&(turn, mouse, cat)) = queue.get(next) {
            next += 1;
            let Some(outcome) = outcomes[index(turn, mouse, cat)] else {
                continue;
            };
            let mover = turn.opponent();
            let before = match mover {
                Player::Mouse => graph.neighbours(mouse),
                Player::Cat => graph.neighbours(cat),
            };
            for &from in before {
                let (mouse, cat) = match mover {
                    Player::Mouse => (from, cat),
                    Player::Cat => (mouse, from),
                };
                let place = index(mover, mouse, cat);
                if outcomes[place] != Some(Outcome::Draw) {
                    continue;
                }
                let wins = matches!(
                    (mover, outcome),
                    (Player::Mouse, Outcome::Mouse { .. }) | (Player::Cat, Outcome::Cat { .. })
                );
                open[place] -= 1;
                if wins || open[place] == 0 {
                    outcomes[place] = Some(outcome_one_ply_later(outcome));
                    queue.push((mover, mouse, cat));
                }
            }
        }
        Self { nodes, outcomes }
    }

    /// Returns the value of a position, or `None` if no game can reach it because the cat is in the
    /// hole or on a node that leads only into the hole.
    pub fn outcome(&self, turn: Player, mouse: Node, cat: Node) -> Option<Outcome> {
        self.outcomes[position_index(self.nodes, turn, mouse, cat)]
    }

    /// Returns the value of the position in which the game starts.
    pub fn start_outcome(&self) -> Outcome {
        self.outcome(Player::Mouse, MOUSE_START, CAT_START)
            .expect("in a legal graph, the cat has a legal first move")
    }
}

/// Returns the index of a position in [`OutcomeTable::outcomes`].
fn position_index(nodes: usize, turn: Player, mouse: Node, cat: Node) -> usize {
    let half = match turn {
        Player::Mouse => 0,
        Player::Cat => nodes * nodes,
    };
    half + usize::from(mouse) * nodes + usize::from(cat)
}

fn outcome_one_ply_later(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Mouse { depth } => Outcome::Mouse {
            depth: Ply(depth.0 + 1),
        },
        Outcome::Cat { depth } => Outcome::Cat {
            depth: depth.map(|depth| Ply(depth.0 + 1)),
        },
        Outcome::Draw => Outcome::Draw,
    }
}
