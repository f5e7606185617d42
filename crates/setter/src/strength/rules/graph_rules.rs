//! The rules of problem 913. A mutant can change any of the rules.

use super::state_graph::{GameStatus, StateEncoding, StateGraph, retain_nearest_places};
use cat_and_mouse::game::{CAT_START, Graph, HOLE, MOUSE_START, Node, Player};
use cat_and_mouse::solve::solved_game::Position;

/// The rule that determines which edges a player may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum EdgeRule {
    /// The player may use all edges, which is the correct rule.
    #[default]
    All,
    /// The player may use all edges except the first in the node's list.
    NotFirst,
    /// The player may use all edges except the last in the node's list.
    NotLast,
    /// The player may use only edges to nodes with larger numbers, as if the edges were directed.
    Upwards,
    /// The player may use only edges to nodes with smaller numbers.
    Downwards,
}

/// The rule that determines whether a player may stay on its node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum StayRule {
    /// The player must move, which is the correct rule.
    #[default]
    Never,
    /// The player may stay on its node.
    AtWill,
    /// The player must stay on its node.
    Always,
}

impl StayRule {
    /// Applies the rule about staying to a list of moves: adds the current node if the player may
    /// stay, and makes it the only move if the player must stay.
    fn apply(self, moves: &mut Vec<Node>, here: Node) {
        if self == Self::Always {
            moves.clear();
        }
        if self != Self::Never {
            moves.push(here);
        }
    }
}

/// The rules of a game on a graph. The default value has the correct rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "every field is an independent rule that a mutant can change"
)]
pub(crate) struct GraphRules {
    /// The rule that determines whether the mouse may stay on its node.
    pub(crate) mouse_stays: StayRule,
    /// The rule that determines whether the cat may stay on its node.
    pub(crate) cat_stays: StayRule,
    /// Whether the cat may enter the hole.
    pub(crate) cat_in_hole: bool,
    /// Whether the hole counts towards the degree of the cat's node, although the cat cannot move
    /// there.
    pub(crate) hole_counts: bool,
    /// Whether a mouse in the hole wins even if the cat is also there.
    pub(crate) hole_before_capture: bool,
    /// Whether the cat moves first.
    pub(crate) cat_first: bool,
    /// Whether mouse and cat have swapped start nodes.
    pub(crate) swapped_starts: bool,
    /// Whether the mouse is safe on the cat's node if the mouse has just moved there.
    pub(crate) mouse_may_bump: bool,
    /// Whether the mouse wins only if it is still in the hole after the cat's reply.
    pub(crate) late_hole: bool,
    /// Whether the mouse loses if it is next to the cat.
    pub(crate) caught_when_beside: bool,
    /// The edges along which the mouse may move.
    pub(crate) mouse_edges: EdgeRule,
    /// The edges along which the cat may move.
    pub(crate) cat_edges: EdgeRule,
    /// Whether the cat considers only the moves that bring it as near as possible to the mouse.
    pub(crate) cat_chases: bool,
    /// Whether the cat considers only the moves that bring it as near as possible to the hole.
    pub(crate) cat_guards: bool,
    /// Whether the mouse considers only the moves that bring it as near as possible to the hole.
    pub(crate) mouse_runs: bool,
    /// The method of encoding positions as numbers.
    pub(crate) encoding: StateEncoding,
}

impl GraphRules {
    /// Explores all positions that the game on a graph can reach under these rules.
    pub(crate) fn explore(&self, graph: &Graph) -> StateGraph {
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
            self.game_status(graph, position)
        })
    }

    fn game_status(&self, graph: &Graph, position: Position) -> GameStatus {
        let Position { mouse, cat, turn } = position;
        let has_met = mouse == cat && !(self.mouse_may_bump && turn == Player::Cat);
        let home = mouse == HOLE && !(self.late_hole && turn == Player::Cat);
        let beside = self.caught_when_beside && graph.neighbours(cat).contains(&mouse);
        if home && self.hole_before_capture {
            return GameStatus::Over(Player::Mouse);
        }
        if has_met {
            return GameStatus::Over(Player::Cat);
        }
        if home {
            return GameStatus::Over(Player::Mouse);
        }
        if beside && turn == Player::Mouse {
            return GameStatus::Over(Player::Cat);
        }
        let to = match turn {
            Player::Mouse => {
                let mut to = allowed_neighbours(graph, mouse, self.mouse_edges);
                self.mouse_stays.apply(&mut to, mouse);
                if self.mouse_runs {
                    retain_nearest_places(&mut to, &graph.distances(HOLE));
                }
                to
            }
            Player::Cat => {
                let mut to = allowed_neighbours(graph, cat, self.cat_edges);
                if !self.cat_in_hole {
                    to.retain(|&node| node != HOLE);
                }
                self.cat_stays.apply(&mut to, cat);
                if self.cat_chases {
                    retain_nearest_places(&mut to, &graph.distances(mouse));
                }
                if self.cat_guards {
                    retain_nearest_places(&mut to, &graph.distances(HOLE));
                }
                to
            }
        };
        let mut moved: Vec<Position> = to.into_iter().map(|to| position.after_move(to)).collect();
        let into_hole = turn == Player::Cat && graph.neighbours(cat).contains(&HOLE);
        if self.hole_counts && into_hole {
            // A move that changes nothing. It stands for the forbidden move into the hole.
            moved.push(position);
        }
        GameStatus::Open(moved)
    }
}

/// Returns the neighbours to which the rule allows a player to move from the given node.
fn allowed_neighbours(graph: &Graph, node: Node, edges: EdgeRule) -> Vec<Node> {
    let mut list = graph.neighbours(node).to_vec();
    match edges {
        EdgeRule::All => {}
        EdgeRule::NotFirst => drop(list.remove(0)),
        EdgeRule::NotLast => drop(list.pop()),
        EdgeRule::Upwards => list.retain(|&next| next > node),
        EdgeRule::Downwards => list.retain(|&next| next < node),
    }
    list
}
