//! A solved game on a graph or a board: the value of every position, and the best moves.

use std::collections::BTreeMap;

use super::{graph, grid};
use crate::Instance;
use crate::game::{CAT_START, Graph, Grid, HOLE, MOUSE_START, Outcome, Player, Ply, Square};

/// A position of either game. The players are on cells of a board or on nodes of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The player to move.
    pub turn: Player,
    /// The mouse's cell or node.
    pub mouse: u16,
    /// The cat's cell or node.
    pub cat: u16,
}

impl Position {
    /// Returns the cell or node of a player.
    pub const fn place_of(self, player: Player) -> u16 {
        match player {
            Player::Mouse => self.mouse,
            Player::Cat => self.cat,
        }
    }

    /// Returns the position after the player to move has moved to the cell or node `to`.
    #[must_use]
    pub const fn after_move(mut self, to: u16) -> Self {
        match self.turn {
            Player::Mouse => self.mouse = to,
            Player::Cat => self.cat = to,
        }
        self.turn = self.turn.opponent();
        self
    }
}

/// A solved game: its rules and the value of every position.
///
/// The values do not take the move limit of a board into account. Callers must compare the depth of
/// a win with that limit.
#[derive(Debug)]
pub struct SolvedGame {
    game: GameValues,
    /// The depths of the cat's wins on a board, if they were computed.
    pub(super) cat_depths: BTreeMap<Position, Ply>,
}

/// An instance, with a table of the values of its positions.
#[derive(Debug)]
enum GameValues {
    Graph(Graph, graph::OutcomeTable),
    Grid(Grid, grid::DepthTable),
}

impl SolvedGame {
    /// Solves all positions of an instance.
    pub fn new(instance: &Instance) -> Self {
        Self {
            game: match instance {
                Instance::Graph(graph) => {
                    GameValues::Graph(graph.clone(), graph::OutcomeTable::solve(graph))
                }
                Instance::Grid(grid) => {
                    GameValues::Grid(grid.clone(), grid::DepthTable::solve(grid))
                }
            },
            cat_depths: BTreeMap::new(),
        }
    }

    /// Returns the position in which the game starts.
    pub fn start(&self) -> Position {
        let (mouse, cat) = match &self.game {
            GameValues::Graph(..) => (MOUSE_START, CAT_START),
            GameValues::Grid(grid, _) => (grid.mouse.0, grid.cat.0),
        };
        let turn = Player::Mouse;
        Position { turn, mouse, cat }
    }

    /// Returns the positions to which the legal moves lead, in a fixed order, even if the game is
    /// already over.
    pub fn moves(&self, position: Position) -> Vec<Position> {
        let Position { turn, mouse, cat } = position;
        let ends: Vec<u16> = match (&self.game, turn) {
            (GameValues::Graph(graph, _), Player::Mouse) => graph.neighbours(mouse).to_vec(),
            (GameValues::Graph(graph, _), Player::Cat) => graph.cat_moves(cat).collect(),
            (GameValues::Grid(grid, _), _) => {
                let (from, jump) = match turn {
                    Player::Mouse => (mouse, grid.mouse_jump),
                    Player::Cat => (cat, grid.cat_jump),
                };
                grid.moves(Square(from), jump).map(|to| to.0).collect()
            }
        };
        ends.into_iter().map(|to| position.after_move(to)).collect()
    }

    /// Returns the winner, or `None` if the game is not over in this position.
    pub fn winner(&self, position: Position) -> Option<Player> {
        let Position { mouse, cat, .. } = position;
        let (mouse_wins, cat_wins) = match &self.game {
            GameValues::Graph(..) => (mouse == HOLE, mouse == cat),
            GameValues::Grid(grid, _) => {
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

    /// Returns the value of a position, which must be reachable in a game.
    pub fn outcome(&self, position: Position) -> Outcome {
        let Position { turn, mouse, cat } = position;
        match &self.game {
            GameValues::Graph(_, table) => table.outcome(turn, mouse, cat).unwrap_or(Outcome::Draw),
            GameValues::Grid(_, table) => match table.depth(turn, Square(mouse), Square(cat)) {
                Some(depth) => Outcome::Mouse { depth },
                None => Outcome::Cat {
                    depth: self.cat_depths.get(&position).copied(),
                },
            },
        }
    }

    /// Returns the position after each of the best moves, or no positions if the game is over.
    pub fn best_moves(&self, position: Position) -> Vec<Position> {
        if self.winner(position).is_some() {
            return Vec::new();
        }
        let rank = |next: &Position| preference_for(position.turn, self.outcome(*next));
        let mut moves = self.moves(position);
        let best = moves.iter().map(rank).max();
        moves.retain(|next| Some(rank(next)) == best);
        moves
    }
}

/// Returns a sort key for outcomes. Outcomes with greater keys are better for `player`.
fn preference_for(player: Player, outcome: Outcome) -> (i8, i64) {
    let Some(winner) = outcome.winner() else {
        return (0, 0);
    };
    // A game whose end is not forced counts as the longest.
    let depth = i64::from(outcome.depth().map_or(u32::MAX, |depth| depth.0));
    if winner == player {
        (1, -depth)
    } else {
        (-1, depth)
    }
}
