//! Optimal play: what every move from a position is worth, for either game.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{graph, grid};
use crate::game::{CAT_START, Graph, Grid, HOLE, MOUSE_START, Outcome, Player, Ply, Square};

/// A position of either game: cells of a grid, or nodes of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Who moves next.
    pub turn: Player,
    /// Where the mouse is.
    pub mouse: u16,
    /// Where the cat is.
    pub cat: u16,
}

impl Position {
    /// After a move of the player to move to this place.
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
/// Values are those of the game without a move limit; a depth says whether a
/// win comes in time.
#[derive(Debug)]
pub struct Play {
    game: Solved,
    /// How soon the cat forces an end, where that was searched for.
    pub(super) cat_ends: BTreeMap<Position, Ply>,
}

/// A game and the values of its positions.
#[derive(Debug)]
enum Solved {
    Graph(Graph, graph::Table),
    Grid(Grid, grid::Table),
}

impl Play {
    /// Solves a graph for play.
    #[must_use]
    pub fn of_graph(graph: &Graph) -> Self {
        Self {
            game: Solved::Graph(graph.clone(), graph::Table::solve(graph)),
            cat_ends: BTreeMap::new(),
        }
    }

    /// Solves a grid for play.
    #[must_use]
    pub fn of_grid(grid: &Grid) -> Self {
        Self {
            game: Solved::Grid(grid.clone(), grid::Table::solve(grid)),
            cat_ends: BTreeMap::new(),
        }
    }

    /// Where the game begins.
    #[must_use]
    pub fn start(&self) -> Position {
        let (mouse, cat) = match &self.game {
            Solved::Graph(..) => (MOUSE_START, CAT_START),
            Solved::Grid(grid, _) => (grid.mouse.0, grid.cat.0),
        };
        let turn = Player::Mouse;
        Position { turn, mouse, cat }
    }

    /// Where one move of the player to move can lead, in a fixed order. Also
    /// answers for positions in which the game is over.
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

    /// Who has won in this position, if the game is over in it.
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

    /// The value of a position that a game can reach.
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

    /// Every move with its value, best for the player to move first: a quick
    /// win before a slow one, any win before a draw, a draw before a loss, a
    /// late loss before an early one. Empty where the game is over.
    #[must_use]
    pub fn ranked_moves(&self, position: Position) -> Vec<(Position, Outcome)> {
        if self.winner(position).is_some() {
            return Vec::new();
        }
        let mut moves: Vec<(Position, Outcome)> = self
            .moves(position)
            .into_iter()
            .map(|next| (next, self.outcome(next)))
            .collect();
        moves.sort_by_key(|&(_, outcome)| Reverse(worth(position.turn, outcome)));
        moves
    }

    /// The moves that are as good as any.
    #[must_use]
    pub fn best_moves(&self, position: Position) -> Vec<Position> {
        let moves = self.ranked_moves(position);
        let best = moves
            .first()
            .map(|&(_, outcome)| worth(position.turn, outcome));
        moves
            .into_iter()
            .take_while(|&(_, outcome)| Some(worth(position.turn, outcome)) == best)
            .map(|(next, _)| next)
            .collect()
    }
}

/// How much a player likes an outcome; more is better.
fn worth(player: Player, outcome: Outcome) -> (i8, i64) {
    let Some(winner) = outcome.winner() else {
        return (0, 0);
    };
    // What no end is forced in takes the longest.
    let depth = i64::from(outcome.depth().map_or(u32::MAX, |depth| depth.0));
    if winner == player {
        (1, -depth)
    } else {
        (-1, depth)
    }
}
