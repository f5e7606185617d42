//! What usual algorithms have to do for an instance, counted.

use super::rules::state_graph::{Count, StateGraph};
use super::rules::strategy::Search;
use super::subject::graph;
use cat_and_mouse::Instance;
use cat_and_mouse::game::Player;

/// Steps of a topological sort of the positions that can come up: looks at a
/// position before one that is decided, for both sides.
pub fn queue_steps(instance: &Instance) -> u32 {
    let graph = graph(instance);
    let steps = |side| graph.retrograde(side, Count::All).1;
    steps(Player::Mouse) + steps(Player::Cat)
}

/// Calls of a search that remembers results by position and ply, tries moves
/// in their order, stops at the first that wins, and gives up after twice as
/// many plies as there are cells or nodes.
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

/// How deep the recursion of a depth-first search goes that remembers results
/// and cuts repetitions.
pub fn recursion(instance: &Instance) -> u32 {
    Search::default().run(&graph(instance)).1
}

struct ByPly<'a> {
    graph: &'a StateGraph,
    plies: usize,
    memory: Vec<Option<bool>>,
    calls: u32,
}

impl ByPly<'_> {
    /// Whether the mouse wins in time. The recursion is as deep as the plies,
    /// a few hundred.
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
