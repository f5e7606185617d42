//! The rules of 913, each of which a mutant can change.

use super::state_graph::{StateEncoding, StateGraph, StateKind, keep_nearest};
use cat_and_mouse::game::{CAT_START, Graph, HOLE, MOUSE_START, Node, Player};
use cat_and_mouse::solve::solved_game::Position;

/// The edges of a node that a player uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Edges {
    /// All edges, which is the correct rule.
    #[default]
    All,
    /// All edges except the first one in the list.
    NotFirst,
    /// All edges except the last one in the list.
    NotLast,
    /// Only edges to nodes with larger numbers, as if edges had a direction.
    Upwards,
    /// Only edges to nodes with smaller numbers.
    Downwards,
}

/// Whether a player may stay on its node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stays {
    /// The player must move, which is the correct rule.
    #[default]
    Never,
    /// The player may stay.
    AtWill,
    /// The player must stay.
    Always,
}

impl Stays {
    /// Adds the current node to the moves, or makes it the only move.
    fn change(self, moves: &mut Vec<Node>, here: Node) {
        if self == Self::Always {
            moves.clear();
        }
        if self != Self::Never {
            moves.push(here);
        }
    }
}

/// The rules of a game on a graph. The default value has the correct rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each field stands for one rule, and a mutant can change any of them"
)]
pub(crate) struct GraphRules {
    /// Whether the mouse may stay.
    pub(crate) mouse_stays: Stays,
    /// Whether the cat may stay.
    pub(crate) cat_stays: Stays,
    /// Whether the cat may enter the hole.
    pub(crate) cat_in_hole: bool,
    /// Whether the cat has a move into the hole that never decides the game, as if the hole counted
    /// in the degree of the cat's node.
    pub(crate) hole_counts: bool,
    /// Whether a mouse in the hole wins even if the cat is also there.
    pub(crate) hole_before_capture: bool,
    /// Whether the cat moves first.
    pub(crate) cat_first: bool,
    /// Whether mouse and cat have swapped start nodes.
    pub(crate) swapped_starts: bool,
    /// Whether the mouse is safe if the mouse itself has moved onto the cat.
    pub(crate) mouse_may_bump: bool,
    /// Whether the mouse must still be in the hole after the cat's reply.
    pub(crate) late_hole: bool,
    /// Whether the mouse loses if it is next to the cat.
    pub(crate) caught_when_beside: bool,
    /// The edges that the mouse uses.
    pub(crate) mouse_edges: Edges,
    /// The edges that the cat uses.
    pub(crate) cat_edges: Edges,
    /// Whether the cat makes only the moves that bring it nearest to the mouse.
    pub(crate) cat_chases: bool,
    /// Whether the cat makes only the moves that bring it nearest to the hole.
    pub(crate) cat_guards: bool,
    /// Whether the mouse makes only the moves that bring it nearest to the hole.
    pub(crate) mouse_runs: bool,
    /// How a table numbers the positions.
    pub(crate) encoding: StateEncoding,
}

impl GraphRules {
    /// Explores the game on a graph with these rules.
    pub(crate) fn graph(&self, graph: &Graph) -> StateGraph {
        let (mouse, cat) = if self.swapped_starts {
            (CAT_START, MOUSE_START)
        } else {
            (MOUSE_START, CAT_START)
        };
        let turn = if self.cat_first {
            Player::Cat
        } else {
            Player::Mouse
        };
        let start = Position { mouse, cat, turn };
        StateGraph::explore(graph.nodes(), self.encoding, start, |position| {
            self.kind_of(graph, position)
        })
    }

    fn kind_of(&self, graph: &Graph, position: Position) -> StateKind {
        let Position { mouse, cat, turn } = position;
        let met = mouse == cat && !(self.mouse_may_bump && turn == Player::Cat);
        let home = mouse == HOLE && !(self.late_hole && turn == Player::Cat);
        let beside = self.caught_when_beside && graph.neighbours(cat).contains(&mouse);
        if home && self.hole_before_capture {
            return StateKind::Over(Player::Mouse);
        }
        if met {
            return StateKind::Over(Player::Cat);
        }
        if home {
            return StateKind::Over(Player::Mouse);
        }
        if beside && turn == Player::Mouse {
            return StateKind::Over(Player::Cat);
        }
        let to = match turn {
            Player::Mouse => {
                let mut to = used_neighbours(graph, mouse, self.mouse_edges);
                self.mouse_stays.change(&mut to, mouse);
                if self.mouse_runs {
                    keep_nearest(&mut to, &graph.distances(HOLE));
                }
                to
            }
            Player::Cat => {
                let mut to = used_neighbours(graph, cat, self.cat_edges);
                if !self.cat_in_hole {
                    to.retain(|&node| node != HOLE);
                }
                self.cat_stays.change(&mut to, cat);
                if self.cat_chases {
                    keep_nearest(&mut to, &graph.distances(mouse));
                }
                if self.cat_guards {
                    keep_nearest(&mut to, &graph.distances(HOLE));
                }
                to
            }
        };
        let mut moved: Vec<Position> = to.into_iter().map(|to| position.moved(to)).collect();
        let into_hole = turn == Player::Cat && graph.neighbours(cat).contains(&HOLE);
        if self.hole_counts && into_hole {
            // This move never decides the game.
            moved.push(position);
        }
        StateKind::Open(moved)
    }
}

/// Returns the neighbours of a node along the edges that a player uses.
fn used_neighbours(graph: &Graph, node: Node, edges: Edges) -> Vec<Node> {
    let mut list = graph.neighbours(node).to_vec();
    match edges {
        Edges::All => {}
        Edges::NotFirst => drop(list.remove(0)),
        Edges::NotLast => drop(list.pop()),
        Edges::Upwards => list.retain(|&next| next > node),
        Edges::Downwards => list.retain(|&next| next < node),
    }
    list
}
