//! A solved game on a graph or a board: the value of every position, and the best moves.

use super::queue_solver::WinTable;
use crate::Instance;
use crate::game::{CAT_START, MOUSE_START, Outcome, Player};

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
    pub(super) instance: Instance,
    wins: WinTable,
}

impl SolvedGame {
    /// Solves all positions of an instance. On a board, finds only the mouse's wins.
    pub fn new(instance: &Instance) -> Self {
        let winners = match instance {
            Instance::Graph(_) => &Player::ALL[..],
            Instance::Grid(_) => &[Player::Mouse],
        };
        Self {
            instance: instance.clone(),
            wins: WinTable::new(instance, winners),
        }
    }

    /// Solves all positions of an instance. On a board, also finds the cat's forced wins, so that
    /// the cat can win as fast as possible and a losing mouse can hold out as long as possible.
    pub(crate) fn with_wins_of_both(instance: &Instance) -> Self {
        Self {
            instance: instance.clone(),
            wins: WinTable::new(instance, &Player::ALL),
        }
    }

    /// Returns the position in which the game starts.
    pub fn start(&self) -> Position {
        let (mouse, cat) = match &self.instance {
            Instance::Graph(_) => (MOUSE_START, CAT_START),
            Instance::Grid(grid) => (grid.mouse.0, grid.cat.0),
        };
        let turn = Player::Mouse;
        Position { turn, mouse, cat }
    }

    /// Returns the value of the position in which the game starts.
    pub fn start_outcome(&self) -> Outcome {
        self.outcome(self.start())
    }

    /// Returns the positions to which the legal moves lead, in a fixed order, even if the game is
    /// already over. Returns no positions if the player cannot be at its place.
    pub fn moves(&self, position: Position) -> Vec<Position> {
        let from = position.place_of(position.turn);
        let ends = self.instance.moves(position.turn, from).into_iter();
        ends.map(|to| position.after_move(to)).collect()
    }

    /// Returns the winner, or `None` if the game is not over in this position.
    pub fn winner(&self, position: Position) -> Option<Player> {
        self.instance.winner(position.mouse, position.cat)
    }

    /// Returns the value of a position, which must be reachable in a game.
    pub fn outcome(&self, position: Position) -> Outcome {
        let Position { turn, mouse, cat } = position;
        let win = self.wins.forced_win(turn, mouse, cat);
        win.unwrap_or(match self.instance {
            Instance::Graph(_) => Outcome::Draw,
            Instance::Grid(_) => Outcome::Cat { depth: None },
        })
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
