//! Explanations of answers: an optimally played game, with the value of every move.

use serde::Serialize;

use crate::Instance;
use crate::game::{Outcome, Player, Ply};
use crate::solve::best_line::{BestLine, EndReason};
use crate::solve::certificate::{Defence, build_defence};
use crate::solve::solved_game::{Position, SolvedGame};

/// Maximum number of plies to show if no player can force a win.
const MAX_SHOWN_PLIES: usize = 2000;

/// A move in an optimally played game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplainedMove {
    /// The number of the move, counting from 1.
    pub ply: usize,
    /// The position before the move, in which the moving player is to move.
    pub from: Position,
    /// The position after the move.
    pub to: Position,
    /// The number of legal moves.
    pub legal_moves: usize,
    /// The number of equally good best moves, including this one.
    pub best_moves: usize,
    /// The number of plies that follow this move until the forced win, or `None` if no player can
    /// force a win.
    pub plies_left: Option<Ply>,
}

/// A submission's answer for one position of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// The number of plies before the position.
    pub ply: usize,
    /// The submission's reply, if it is valid.
    pub claim: Option<&'static str>,
    /// The correct reply.
    pub truth: &'static str,
}

/// An explanation of an answer: an optimally played game, and the strategies with which
/// players avoid losing.
#[derive(Debug)]
pub struct Explanation {
    /// The outcome of the game, taking its move limit into account.
    pub outcome: Outcome,
    /// The moves of the game, until it is over, a position occurs again, or the move limit is
    /// reached.
    pub moves: Vec<ExplainedMove>,
    /// Why the game ended.
    pub end: EndReason,
    /// The ply on which the mouse would win if there were no move limit. Set only if the limit
    /// decides the game.
    pub too_late: Option<Ply>,
    /// The strategies with which players never lose: the cat's strategy on a board that the cat
    /// wins, and both players' strategies in a draw.
    pub defences: Vec<Defence>,
}

impl Explanation {
    /// Explains an instance.
    pub fn new(instance: &Instance) -> Self {
        let game = SolvedGame::with_wins_of_both(instance);
        let outcome = instance.solve();
        let value = game.start_outcome();
        let too_late = match (outcome, value) {
            (Outcome::Cat { .. }, Outcome::Mouse { depth }) => Some(depth),
            _ => None,
        };
        let limit = match (too_late, instance.max_plies()) {
            (Some(_), Some(plies)) => plies as usize,
            _ => MAX_SHOWN_PLIES.max(value.depth().map_or(0, |d| d.0 as usize)),
        };
        let line = BestLine::from_start(&game, limit);
        let defenders: &[Player] = match value {
            Outcome::Cat { .. } if matches!(instance, Instance::Grid(_)) => &[Player::Cat],
            Outcome::Draw => &[Player::Mouse, Player::Cat],
            _ => &[],
        };
        let defences = defenders.iter();
        let defences = defences.map(|&defender| build_defence(&game, defender));
        Self {
            outcome,
            moves: explain_moves(&game, &line),
            end: line.end,
            too_late,
            defences: defences.collect(),
        }
    }

    /// Returns the positions with the mouse to move, as instances that a submission can solve. Each
    /// position comes with the number of plies played before it.
    pub fn positions_with_mouse_to_move(&self, instance: &Instance) -> Vec<(usize, Instance)> {
        let from = self.moves.iter().map(|it| (it.ply - 1, it.from));
        from.filter_map(|(ply, position)| Some((ply, instance.starting_at(position)?)))
            .collect()
    }
}

impl Claim {
    /// Returns whether the claim is correct.
    pub(super) fn is_correct(&self) -> bool {
        self.claim == Some(self.truth)
    }
}

fn explain_moves(game: &SolvedGame, line: &BestLine) -> Vec<ExplainedMove> {
    let moves = line.positions.windows(2).zip(1..);
    moves
        .map(|(pair, ply)| {
            let (from, to) = (pair[0], pair[1]);
            ExplainedMove {
                ply,
                from,
                to,
                legal_moves: game.moves(from).len(),
                best_moves: game.best_moves(from).len(),
                plies_left: match game.winner(to) {
                    Some(_) => Some(Ply(0)),
                    None => game.outcome(to).depth(),
                },
            }
        })
        .collect()
}
