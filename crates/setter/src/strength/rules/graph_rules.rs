//! The rules of problem 913. A mutant can change any of the rules.

use super::state_graph::{CommonRules, GameStatus, StateGraph, retain_nearest_places};
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
    /// Whether mouse and cat have swapped start nodes.
    pub(crate) swapped_starts: bool,
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
    pub(crate) common: CommonRules,
}

impl GraphRules {
    /// Explores all positions that the game on a graph can reach under these rules.
    pub(crate) fn explore(&self, graph: &Graph) -> StateGraph {
        let (mouse, cat) = if self.swapped_starts {
            (CAT_START, MOUSE_START)
        } else {
            (MOUSE_START, CAT_START)
        };
        StateGraph::explore(graph.nodes(), &self.common, (mouse, cat), |position| {
            self.game_status(graph, position)
        })
    }

    fn game_status(&self, graph: &Graph, position: Position) -> GameStatus {
        let Position { mouse, cat, turn } = position;
        if let Some(winner) = self.common.winner(position, HOLE, false) {
            return GameStatus::Over(winner);
        }
        let beside = self.caught_when_beside && graph.neighbours(cat).contains(&mouse);
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
