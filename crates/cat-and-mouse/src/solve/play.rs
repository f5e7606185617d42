//! Optimal play: what every move from a position is worth, for either game.

use std::cmp::Reverse;

use super::{graph, grid};
use crate::game::{CAT_START, Graph, Grid, HOLE, MOUSE_START, Outcome, Player, Square};

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
pub trait Play {
    /// Where the game begins.
    fn start(&self) -> Position;

    /// Where one move of the player to move can lead, in a fixed order. Also
    /// answers for positions in which the game is over.
    fn moves(&self, position: Position) -> Vec<Position>;

    /// Who has won in this position, if the game is over in it.
    fn winner(&self, position: Position) -> Option<Player>;

    /// The value of a position that a game can reach.
    fn outcome(&self, position: Position) -> Outcome;

    /// Every move with its value, best for the player to move first: a quick
    /// win before a slow one, any win before a draw, a draw before a loss, a
    /// late loss before an early one. Empty where the game is over.
    fn ranked_moves(&self, position: Position) -> Vec<(Position, Outcome)> {
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
    fn best_moves(&self, position: Position) -> Vec<Position> {
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

/// A solved grid.
#[derive(Debug)]
pub struct GridPlay {
    grid: Grid,
    table: grid::Table,
}

impl GridPlay {
    /// Solves a grid for play.
    #[must_use]
    pub fn new(grid: &Grid) -> Self {
        Self {
            grid: grid.clone(),
            table: grid::Table::solve(grid),
        }
    }
}

impl Play for GridPlay {
    fn start(&self) -> Position {
        Position {
            turn: Player::Mouse,
            mouse: self.grid.mouse.0,
            cat: self.grid.cat.0,
        }
    }

    fn moves(&self, position: Position) -> Vec<Position> {
        let (from, jump) = match position.turn {
            Player::Mouse => (position.mouse, self.grid.mouse_jump),
            Player::Cat => (position.cat, self.grid.cat_jump),
        };
        let ends = self.grid.moves(Square(from), jump);
        ends.map(|to| position.moved(to.0)).collect()
    }

    fn winner(&self, position: Position) -> Option<Player> {
        if position.mouse == position.cat || position.cat == self.grid.food.0 {
            Some(Player::Cat)
        } else if position.mouse == self.grid.food.0 {
            Some(Player::Mouse)
        } else {
            None
        }
    }

    fn outcome(&self, position: Position) -> Outcome {
        let Position { turn, mouse, cat } = position;
        self.table
            .depth(turn, Square(mouse), Square(cat))
            .map_or(Outcome::Cat { depth: None }, |depth| Outcome::Mouse {
                depth,
            })
    }
}

/// A solved graph.
#[derive(Debug)]
pub struct GraphPlay {
    graph: Graph,
    table: graph::Table,
}

impl GraphPlay {
    /// Solves a graph for play.
    #[must_use]
    pub fn new(graph: &Graph) -> Self {
        Self {
            graph: graph.clone(),
            table: graph::Table::solve(graph),
        }
    }
}

impl Play for GraphPlay {
    fn start(&self) -> Position {
        Position {
            turn: Player::Mouse,
            mouse: MOUSE_START,
            cat: CAT_START,
        }
    }

    fn moves(&self, position: Position) -> Vec<Position> {
        let ends: Vec<_> = match position.turn {
            Player::Mouse => self.graph.neighbours(position.mouse).to_vec(),
            Player::Cat => self.graph.cat_moves(position.cat).collect(),
        };
        ends.into_iter().map(|to| position.moved(to)).collect()
    }

    fn winner(&self, position: Position) -> Option<Player> {
        if position.mouse == HOLE {
            Some(Player::Mouse)
        } else if position.mouse == position.cat {
            Some(Player::Cat)
        } else {
            None
        }
    }

    fn outcome(&self, position: Position) -> Outcome {
        self.table
            .outcome(position.turn, position.mouse, position.cat)
            .unwrap_or(Outcome::Draw)
    }
}
