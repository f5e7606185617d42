//! Best play: the value of every move from a position, for both games.

use std::collections::BTreeMap;

use super::{graph, grid};
use crate::game::{CAT_START, Graph, Grid, HOLE, MOUSE_START, Outcome, Player, Ply, Square};

/// A position of either game: cells of a grid, or nodes of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The player to move.
    pub turn: Player,
    /// The place of the mouse.
    pub mouse: u16,
    /// The place of the cat.
    pub cat: u16,
}

impl Position {
    /// Returns the position after the player to move has moved to this place.
    #[must_use]
    pub const fn moved(mut self, to: u16) -> Self {
        match self.turn {
            Player::Mouse => self.mouse = to,
            Player::Cat => self.cat = to,
        }
        self.turn = self.turn.other();
        self
    }
}

/// A solved game: its rules and the value of every position.
///
/// The values ignore the move limit of boards. Compare depths with it.
#[derive(Debug)]
pub struct Play {
    game: Solved,
    /// The depths of the cat's wins on a board, if they were computed.
    pub(super) cat_ends: BTreeMap<Position, Ply>,
}

/// A game and the values of its positions.
#[derive(Debug)]
enum Solved {
    Graph(Graph, graph::Table),
    Grid(Grid, grid::Table),
}

impl Play {
    /// Solves a graph.
    #[must_use]
    pub fn of_graph(graph: &Graph) -> Self {
        Self {
            game: Solved::Graph(graph.clone(), graph::Table::solve(graph)),
            cat_ends: BTreeMap::new(),
        }
    }

    /// Solves a board.
    #[must_use]
    pub fn of_grid(grid: &Grid) -> Self {
        Self {
            game: Solved::Grid(grid.clone(), grid::Table::solve(grid)),
            cat_ends: BTreeMap::new(),
        }
    }

    /// Returns the position at the start.
    #[must_use]
    pub fn start(&self) -> Position {
        let (mouse, cat) = match &self.game {
            Solved::Graph(..) => (MOUSE_START, CAT_START),
            Solved::Grid(grid, _) => (grid.mouse.0, grid.cat.0),
        };
        let turn = Player::Mouse;
        Position { turn, mouse, cat }
    }

    /// Returns the positions after each move, in a fixed order, even if the game is over.
    #[must_use]
    pub fn moves(&self, position: Position) -> Vec<Position> {
        let Position { turn, mouse, cat } = position;
        let ends: Vec<u16> = match (&self.game, turn) {
            (Solved::Graph(graph, _), Player::Mouse) => graph.neighbours(mouse).to_vec(),
            (Solved::Graph(graph, _), Player::Cat) => graph.cat_moves(cat).collect(),
            (Solved::Grid(grid, _), _) => {
                let (from, jump) = match turn {
                    Player::Mouse => (mouse, grid.mouse_jump),
                    Player::Cat => (cat, grid.cat_jump),
                };
                grid.moves(Square(from), jump).map(|to| to.0).collect()
            }
        };
        ends.into_iter().map(|to| position.moved(to)).collect()
    }

    /// Returns the winner, if the game is over in this position.
    #[must_use]
    pub fn winner(&self, position: Position) -> Option<Player> {
        let Position { mouse, cat, .. } = position;
        let (mouse_wins, cat_wins) = match &self.game {
            Solved::Graph(..) => (mouse == HOLE, mouse == cat),
            Solved::Grid(grid, _) => {
                let food = grid.food.0;
                let cat_wins = mouse == cat || cat == food;
                (mouse == food && !cat_wins, cat_wins)
            }
        };
        if mouse_wins {
            Some(Player::Mouse)
        } else {
            cat_wins.then_some(Player::Cat)
        }
    }

    /// Returns the value of a position that a game can reach.
    #[must_use]
    pub fn outcome(&self, position: Position) -> Outcome {
        let Position { turn, mouse, cat } = position;
        match &self.game {
            Solved::Graph(_, table) => table.outcome(turn, mouse, cat).unwrap_or(Outcome::Draw),
            Solved::Grid(_, table) => match table.depth(turn, Square(mouse), Square(cat)) {
                Some(depth) => Outcome::Mouse { depth },
                None => Outcome::Cat {
                    depth: self.cat_ends.get(&position).copied(),
                },
            },
        }
    }

    /// Returns the best moves. Returns none if the game is over.
    #[must_use]
    pub fn best_moves(&self, position: Position) -> Vec<Position> {
        if self.winner(position).is_some() {
            return Vec::new();
        }
        let worth_of = |next: &Position| worth(position.turn, self.outcome(*next));
        let mut moves = self.moves(position);
        let best = moves.iter().map(worth_of).max();
        moves.retain(|next| Some(worth_of(next)) == best);
        moves
    }
}

/// Returns the worth of an outcome for a player; more is better.
fn worth(player: Player, outcome: Outcome) -> (i8, i64) {
    let Some(winner) = outcome.winner() else {
        return (0, 0);
    };
    // Without a forced end, the game takes longest.
    let depth = i64::from(outcome.depth().map_or(u32::MAX, |depth| depth.0));
    if winner == player {
        (1, -depth)
    } else {
        (-1, depth)
    }
}
