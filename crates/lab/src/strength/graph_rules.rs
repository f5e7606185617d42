//! The rules of 913, each of which can be bent.

use super::encoding::StateEncoding;
use super::state_graph::{Position, StateGraph, StateKind};
use super::strategy::Shape;
use cat_and_mouse::game::{CAT_START, Graph, HOLE, MOUSE_START, Node, Player};

/// Which of the edges at a node are seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edges {
    /// All: the rule.
    All,
    /// Not the first one listed.
    NotFirst,
    /// Not the last one listed.
    NotLast,
    /// Only those to larger numbers, as if edges had a direction.
    Upwards,
    /// Only those to smaller numbers.
    Downwards,
}

/// Whether an animal may stay where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stays {
    /// It must move: the rule.
    Never,
    /// It may.
    AtWill,
    /// It must.
    Always,
}

impl Stays {
    /// Adds the own node to those one may move to, or leaves nothing else.
    fn change(self, moves: &mut Vec<Node>, here: Node) {
        if self == Self::Always {
            moves.clear();
        }
        if self != Self::Never {
            moves.push(here);
        }
    }
}

/// The rules of a game on a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each stands for one rule, and any of them may be bent"
)]
pub(super) struct GraphRules {
    /// Whether the mouse may stay.
    pub(super) mouse_stays: Stays,
    /// Whether the cat may stay.
    pub(super) cat_stays: Stays,
    /// Whether the cat may enter the hole.
    pub(super) cat_in_hole: bool,
    /// Whether the cat has a move into the hole that leads nowhere: a degree
    /// that counts the hole.
    pub(super) hole_counts: bool,
    /// Whether the mouse in the hole has won although the cat is there too.
    pub(super) hole_before_capture: bool,
    /// Who moves first.
    pub(super) first: Player,
    /// Whether the animals start on each other's node.
    pub(super) swapped_starts: bool,
    /// Whether the mouse is safe where it has moved onto the cat.
    pub(super) mouse_may_bump: bool,
    /// Whether the mouse must still be in the hole after the cat's reply.
    pub(super) late_hole: bool,
    /// Whether the mouse loses a game in which it comes next to the cat.
    pub(super) caught_when_beside: bool,
    /// Which edges the mouse sees.
    pub(super) mouse_edges: Edges,
    /// Which edges the cat sees.
    pub(super) cat_edges: Edges,
    /// Whether the cat only makes moves that bring it nearest to the mouse.
    pub(super) cat_chases: bool,
    /// Whether the cat only makes moves that bring it nearest to the hole.
    pub(super) cat_guards: bool,
    /// Whether the mouse only makes moves that bring it nearest to the hole.
    pub(super) mouse_runs: bool,
    /// How positions are told apart.
    pub(super) encoding: StateEncoding,
}

impl GraphRules {
    /// The rules as they are.
    pub(super) const RULE: Self = Self {
        mouse_stays: Stays::Never,
        cat_stays: Stays::Never,
        cat_in_hole: false,
        hole_counts: false,
        hole_before_capture: false,
        first: Player::Mouse,
        swapped_starts: false,
        mouse_may_bump: false,
        late_hole: false,
        caught_when_beside: false,
        mouse_edges: Edges::All,
        cat_edges: Edges::All,
        cat_chases: false,
        cat_guards: false,
        mouse_runs: false,
        encoding: StateEncoding::Pairs,
    };

    /// The game on a graph under these rules.
    pub(super) fn graph(&self, graph: &Graph) -> StateGraph {
        let (mouse, cat) = if self.swapped_starts {
            (CAT_START, MOUSE_START)
        } else {
            (MOUSE_START, CAT_START)
        };
        let mover = self.first;
        let start = Position { mouse, cat, mover };
        StateGraph::explore(graph.nodes(), self.encoding, start, |position| {
            self.kind_of(graph, position)
        })
    }

    fn kind_of(&self, graph: &Graph, position: Position) -> StateKind {
        let Position { mouse, cat, mover } = position;
        let met = mouse == cat && !(self.mouse_may_bump && mover == Player::Cat);
        let home = mouse == HOLE && !(self.late_hole && mover == Player::Cat);
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
        if beside && mover == Player::Mouse {
            return StateKind::Over(Player::Cat);
        }
        let mut moves = Vec::new();
        match mover {
            Player::Mouse => {
                let mut to = seen(graph, mouse, self.mouse_edges);
                self.mouse_stays.change(&mut to, mouse);
                if self.mouse_runs {
                    nearest(graph, &mut to, HOLE);
                }
                moves.extend(to.into_iter().map(|mouse| (mouse, cat)));
            }
            Player::Cat => {
                let mut to = seen(graph, cat, self.cat_edges);
                if !self.cat_in_hole {
                    to.retain(|&node| node != HOLE);
                }
                self.cat_stays.change(&mut to, cat);
                if self.cat_chases {
                    nearest(graph, &mut to, mouse);
                }
                if self.cat_guards {
                    nearest(graph, &mut to, HOLE);
                }
                moves.extend(to.into_iter().map(|cat| (mouse, cat)));
            }
        }
        let mut moved: Vec<Position> = moves
            .into_iter()
            .map(|(mouse, cat)| Position {
                mouse,
                cat,
                mover: mover.other(),
            })
            .collect();
        let into_hole = mover == Player::Cat && graph.neighbours(cat).contains(&HOLE);
        if self.hole_counts && into_hole {
            // A move that never comes to a decision.
            moved.push(position);
        }
        StateKind::Open(moved)
    }
}

/// The measures of a graph.
pub(super) fn shape(graph: &Graph) -> Shape {
    let nodes = graph.nodes() as u32;
    Shape {
        rows: nodes,
        cols: 1,
        floor: nodes,
        max_plies: None,
    }
}

fn seen(graph: &Graph, node: Node, edges: Edges) -> Vec<Node> {
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

/// Keeps the nodes nearest to `goal`.
fn nearest(graph: &Graph, nodes: &mut Vec<Node>, goal: Node) {
    let mut far = vec![u32::MAX; graph.nodes()];
    far[usize::from(goal)] = 0;
    let mut queue = vec![goal];
    let mut next = 0;
    while let Some(&node) = queue.get(next) {
        next += 1;
        for &to in graph.neighbours(node) {
            if far[usize::from(to)] == u32::MAX {
                far[usize::from(to)] = far[usize::from(node)] + 1;
                queue.push(to);
            }
        }
    }
    let best = nodes.iter().map(|&node| far[usize::from(node)]).min();
    nodes.retain(|&node| Some(far[usize::from(node)]) == best);
}
