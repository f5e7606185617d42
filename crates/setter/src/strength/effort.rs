//! Counts the steps of usual algorithms for an instance.

use super::rules::state_graph::{Count, StateGraph};
use super::rules::strategy::Search;
use super::subject::graph;
use cat_and_mouse::Instance;
use cat_and_mouse::game::Player;

/// Returns the number of steps of a topological sort of the reachable positions: visits of
/// predecessors of decided positions, for both sides.
pub fn queue_steps(instance: &Instance) -> u32 {
    let graph = graph(instance);
    let steps = |side| graph.retrograde(side, Count::All).1;
    steps(Player::Mouse) + steps(Player::Cat)
}

/// Returns the number of calls of a search that stores results by position and ply, tries
/// moves in order, stops at the first winning move, and gives up after twice as many plies as
/// the instance has cells or nodes.
pub fn search_calls(instance: &Instance) -> u32 {
    let graph = graph(instance);
    let plies = 2 * graph.places();
    let mut search = ByPly {
        graph: &graph,
        plies,
        memory: vec![None; plies * graph.positions.len()],
        calls: 0,
    };
    search.wins_mouse(0, 0);
    search.calls
}

/// Returns the recursion depth of a depth-first search that stores results and cuts
/// repetitions.
pub fn recursion(instance: &Instance) -> u32 {
    Search::default().run(&graph(instance)).1
}

/// A search that stores results by position and ply.
struct ByPly<'a> {
    graph: &'a StateGraph,
    plies: usize,
    memory: Vec<Option<bool>>,
    calls: u32,
}

impl ByPly<'_> {
    /// Returns whether the mouse wins within the plies. The recursion is at most as deep as
    /// their number, a few hundred.
    fn wins_mouse(&mut self, position: usize, ply: usize) -> bool {
        if let Some(side) = self.graph.over(position) {
            return side == Player::Mouse;
        }
        if ply == self.plies {
            return false;
        }
        let place = position * self.plies + ply;
        if let Some(known) = self.memory[place] {
            return known;
        }
        self.calls += 1;
        let mouse_moves = self.graph.positions[position].turn == Player::Mouse;
        let graph = self.graph;
        let mut moves = graph.moves(position).iter();
        let settled = moves.any(|&to| self.wins_mouse(to as usize, ply + 1) == mouse_moves);
        let wins = settled == mouse_moves;
        self.memory[place] = Some(wins);
        wins
    }
}
